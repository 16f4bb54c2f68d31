import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

/** Nobody listens there: what is rung refuses, or is not spoken with. */
const offer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40100 RTP/AVP 0',
  '',
].join('\r\n');

/** A telephone provider over UDP (RFC 3261), as far as registering and ringing go: it takes no calls of ours. */
export class SipProvider {
  /** What it answers to REGISTER from now on. */
  registrationStatus = 200;
  readonly #socket: Socket;

  static async open(): Promise<SipProvider> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new SipProvider(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (data, from) => {
      const message = data.toString();
      const answer = /^SIP\/2\.0 [2-6]/.test(message)
        ? acknowledge(message)
        : this.#answer(message, message.split(' ')[0] ?? '');
      if (answer !== undefined) socket.send(answer, from.port, from.address);
    });
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Rings one of our numbers. */
  ring(sipPort: number, fromNumber: string, toNumber: string): void {
    const call = randomBytes(8).toString('hex');
    const invite = [
      `INVITE sip:${toNumber}@127.0.0.1:${sipPort} SIP/2.0`,
      `Via: SIP/2.0/UDP ${this.address};branch=z9hG4bKring${call};rport`,
      'Max-Forwards: 70',
      `From: <sip:${fromNumber}@${this.address}>;tag=ring${call}`,
      `To: <sip:${toNumber}@127.0.0.1:${sipPort}>`,
      `Call-ID: ring${call}@provider`,
      'CSeq: 1 INVITE',
      `Contact: <sip:${this.address}>`,
      'Content-Type: application/sdp',
      `Content-Length: ${offer.length}`,
      '',
      offer,
    ];
    this.#socket.send(invite.join('\r\n'), sipPort, '127.0.0.1');
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #answer(request: string, method: string): string | undefined {
    if (method === 'ACK') return undefined;
    const isRegister = method === 'REGISTER';
    const status = isRegister ? this.registrationStatus : 200;
    const contact = isRegister && status === 200 ? [headerOf(request, 'Contact')] : [];
    return [
      `SIP/2.0 ${status} Answer`,
      ...['Via', 'From', 'Call-ID', 'CSeq'].map((name) => headerOf(request, name)),
      `${headerOf(request, 'To')};tag=provider`,
      ...contact,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');
  }
}

/** The ACK of a refused call (RFC 3261 section 17.1.1.3); nothing for another answer. */
function acknowledge(response: string): string | undefined {
  const to = headerOf(response, 'To');
  if (!/^CSeq: 1 INVITE$/im.test(response) || response.startsWith('SIP/2.0 2')) return undefined;
  const uri = /<([^>]+)>/.exec(to)?.[1] ?? '';
  return [
    `ACK ${uri} SIP/2.0`,
    ...['Via', 'From', 'Call-ID'].map((name) => headerOf(response, name)),
    to,
    'Max-Forwards: 70',
    'CSeq: 1 ACK',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** The line of a header. */
function headerOf(message: string, name: string): string {
  return new RegExp(`^${name}:.*$`, 'im').exec(message)?.[0] ?? '';
}
