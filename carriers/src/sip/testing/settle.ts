import { createSocket, type Socket } from 'node:dgram';

/**
 * Lets datagrams on loopback arrive, however slow the machine: one that is sent to ourselves after them comes after
 * them. What is sent in answer to what came arrives in the next round.
 */
export async function settle(rounds = 2): Promise<void> {
  probe ??= await openProbe();
  const { socket, port } = probe;
  for (let round = 0; round < rounds; round += 1) {
    const came = new Promise<unknown>((resolve) => socket.once('message', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    socket.send('probe', port, '127.0.0.1');
    await came;
    // The same turn of the event loop reads the other sockets too.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let probe: { socket: Socket; port: number } | undefined;

async function openProbe() {
  const socket = createSocket('udp4').unref();
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { socket, port: socket.address().port };
}
