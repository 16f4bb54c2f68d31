import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { EngineTurns } from './engine-turns.ts';
import { MessageReader, WireError } from './message-reader.ts';
import type { Engine } from './open-engine.ts';
import * as wire from './wire-messages.ts';
import { type SessionContext, WireSession } from './wire-session.ts';

/** Where the socket is opened: a path in a private directory, or loopback with a password (Windows). */
export type WireAddress = { path: string } | { password: string };

export interface WireServer {
  readonly turns: EngineTurns;
  /** Port of a loopback socket; 0 for a path. */
  readonly port: number;
  /** Ends every connection; open transactions are rolled back. */
  close(): Promise<void>;
}

const maxSessions = 100;

/** Opens the socket that speaks PostgreSQL's protocol for the engine. */
export async function openWireServer(
  engine: Engine,
  address: WireAddress,
  { idleInTransactionMs }: { idleInTransactionMs: number },
): Promise<WireServer> {
  const sessions = new Map<number, WireSession>();
  const turns = new EngineTurns();
  const context: SessionContext = { engine, turns, sessions, idleInTransactionMs, unnamedOwner: undefined };
  const greeting = readGreeting(engine);
  const sockets = new Set<Socket>();
  let lastId = 0;

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    lastId += 1;
    serveConnection(lastId, socket, {
      context,
      greeting,
      password: 'password' in address ? address.password : undefined,
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if ('path' in address) server.listen(address.path, resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  return {
    turns,
    port: portOf(server),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of [...sessions.values()]) session.end('57P01', 'the database is shutting down');
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
}

type Serving = { context: SessionContext; greeting: Buffer; password: string | undefined };

function serveConnection(id: number, socket: Socket, { context, greeting, password }: Serving): void {
  const reader = new MessageReader();
  let session: WireSession | undefined;
  let isAskedForPassword = false;

  const refuse = (sqlState: string, sentence: string): void => {
    socket.end(wire.errorResponse('FATAL', sqlState, sentence));
  };
  const signOn = (): void => {
    if (context.sessions.size >= maxSessions) {
      refuse('53300', 'too many connections');
      return;
    }
    session = new WireSession(id, socket, context);
    context.sessions.set(id, session);
    const key = wire.message('K', wire.int32(id), wire.int32(session.secret));
    socket.write(Buffer.concat([wire.message('R', wire.int32(0)), greeting, key, wire.readyForQuery('I')]));
  };
  const onStartup = (bytes: Buffer): void => {
    const code = bytes.length >= 8 ? bytes.readUInt32BE(4) : 0;
    if (code === wire.startupCodes.ssl || code === wire.startupCodes.gss) {
      socket.write('N');
    } else if (code === wire.startupCodes.cancel) {
      const wanted = bytes.length === 16 ? context.sessions.get(bytes.readUInt32BE(8)) : undefined;
      if (wanted !== undefined && wanted.secret === bytes.readUInt32BE(12)) wanted.cancel();
      socket.end();
    } else if (code === wire.startupCodes.protocol3) {
      reader.startMessages();
      isAskedForPassword = password !== undefined;
      // AuthenticationCleartextPassword: the socket never leaves this machine.
      if (isAskedForPassword) socket.write(wire.message('R', wire.int32(3)));
      else signOn();
    } else {
      refuse('0A000', 'unsupported frontend protocol');
    }
  };
  const onPassword = (bytes: Buffer): void => {
    isAskedForPassword = false;
    const given = wire.readCString(bytes, wire.headerBytes).text;
    if (wire.typeOf(bytes) === 'p' && isSameSecret(given, password ?? '')) signOn();
    else refuse('28P01', 'password authentication failed');
  };
  const read = (): void => {
    for (let bytes = reader.next(); bytes !== undefined; bytes = reader.next()) {
      if (session !== undefined) {
        if (!session.onMessage(bytes)) return void socket.end();
        if (session.isFull) return void socket.pause();
      } else if (isAskedForPassword) onPassword(bytes);
      else onStartup(bytes);
      if (socket.writableEnded) return;
    }
  };

  const readSafely = (): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (session !== undefined) session.end('08P01', error.message);
      else refuse('08P01', error.message);
    }
  };
  socket.on('data', (bytes: Buffer) => {
    reader.push(bytes);
    readSafely();
  });
  // After a pause the messages that came before it are still in the reader.
  socket.on('resume', () => setImmediate(readSafely));
  // A reset connection is closed like any other.
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.end());
  socket.on('close', () => session?.close());
}

/** The parameters a client is told at sign-on (documentation 54.2.7), read from the engine once. */
function readGreeting(engine: Engine): Buffer {
  const names = ['server_version', 'server_encoding', 'client_encoding', 'DateStyle', 'TimeZone'];
  names.push('integer_datetimes', 'standard_conforming_strings');
  return Buffer.concat(
    names.map((name) => {
      const row = [...wire.splitMessages(engine.execute(wire.queryMessage(`show ${name}`)))].find(
        (bytes) => wire.typeOf(bytes) === 'D',
      );
      // One column: its count (2 bytes), its length (4 bytes), its text.
      return wire.parameterStatus(name, row?.toString('utf8', wire.headerBytes + 6) ?? '');
    }),
  );
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
