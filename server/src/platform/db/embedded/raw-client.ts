import { connect, type NetConnectOpts } from 'node:net';
import { MessageReader } from './message-reader.ts';
import * as wire from './wire-messages.ts';

/** Speaks the protocol byte by byte, for tests of what a driver never sends. */
export type RawClient = {
  send(...messages: Buffer[]): void;
  /** Messages up to and with the first of a type. Rejects when the connection ends before. */
  readUntil(type: string): Promise<readonly Buffer[]>;
  /** Resolves when the server has ended the connection, with what it said last. */
  ended(): Promise<readonly Buffer[]>;
  destroy(): void;
};

/** Connects without a word. */
export async function connectRaw(address: NetConnectOpts): Promise<RawClient> {
  const socket = connect(address);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const reader = new MessageReader();
  reader.startMessages();
  let messages: Buffer[] = [];
  let isEnded = false;
  let onChange = (): void => undefined;
  socket.on('data', (bytes: Buffer) => {
    reader.push(bytes);
    for (let next = reader.next(); next !== undefined; next = reader.next()) messages.push(next);
    onChange();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isEnded = true;
    onChange();
  });
  const waitFor = async (isMet: () => boolean): Promise<void> => {
    while (!isMet()) {
      await new Promise<void>((resolve) => {
        onChange = resolve;
      });
    }
  };
  return {
    send: (...parts) => void socket.write(Buffer.concat(parts)),
    async readUntil(type) {
      const find = (): number => messages.findIndex((bytes) => wire.typeOf(bytes) === type);
      await waitFor(() => find() >= 0 || isEnded);
      const index = find();
      if (index < 0) throw new Error(`The connection ended without a message of type ${type}.`);
      const found = messages.slice(0, index + 1);
      messages = messages.slice(index + 1);
      return found;
    },
    async ended() {
      await waitFor(() => isEnded);
      return messages;
    },
    destroy: () => socket.destroy(),
  };
}

/** The first message of a connection. */
export function startupMessage(code: number, ...rest: Buffer[]): Buffer {
  const body = Buffer.concat([wire.int32(code), ...rest]);
  return Buffer.concat([wire.int32(body.length + 4), body]);
}

/** Connects and signs on. Returns the key that cancels its statements too. */
export async function signOnRaw(address: NetConnectOpts): Promise<RawClient & { key: Buffer }> {
  const client = await connectRaw(address);
  client.send(startupMessage(wire.startupCodes.protocol3, Buffer.from('user\0postgres\0\0')));
  const greeting = await client.readUntil('Z');
  const key = greeting.find((bytes) => wire.typeOf(bytes) === 'K');
  return { ...client, key: key?.subarray(wire.headerBytes) ?? Buffer.alloc(0) };
}

export const parse = (name: string, sql: string): Buffer =>
  wire.message('P', wire.cString(name), wire.cString(sql), Buffer.alloc(2));
/** Binds without parameters, results as text. */
export const bind = (statement: string): Buffer =>
  wire.message('B', wire.cString(''), wire.cString(statement), Buffer.alloc(6));
export const execute = wire.message('E', wire.cString(''), wire.int32(0));
export const flush = wire.message('H');
/** Types of messages in order, as one text. */
export const typesOf = (messages: readonly Buffer[]): string =>
  messages.map((bytes) => wire.typeOf(bytes)).join('');
/** The first column of a row. */
export const firstColumn = (row: Buffer): string => row.toString('utf8', wire.headerBytes + 6);
