import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallOffer, LegEvent, MediaControl, OfferDecision } from '../../carrier.ts';
import { openMedia } from '../media/open-media.ts';
import { TwilioService } from '../service.ts';
import { FakeSchedule } from './fake-schedule.ts';
import { FakeSocket } from './fake-socket.ts';
import { StandIn } from './stand-in.ts';
import { newSid } from './stand-in-account.ts';
import type { StandInCall } from './stand-in-call.ts';
import { StandInCalls } from './stand-in-calls.ts';

export const line = '+14155550142';
export const customer = '+14152007986';

/** The signalling half with an account that reaches it by HTTP, sockets that the test makes, and time that it turns. */
export class TestingService {
  readonly timing = new FakeSchedule();
  readonly offers: CallOffer[] = [];
  readonly released: string[] = [];
  readonly events: LegEvent[] = [];
  readonly numbers: (readonly string[])[] = [];
  decision: OfferDecision = { answer: true };
  readonly standIn: StandIn;
  readonly calls: StandInCalls;
  readonly service: TwilioService;
  readonly media = openMedia();
  readonly #door: Server;

  private constructor(standIn: StandIn, door: Server, url: string, settings: object) {
    this.standIn = standIn;
    this.#door = door;
    this.calls = new StandInCalls(standIn);
    const control: MediaControl = {
      reserve: (_, legId, request) => this.media.reserve(legId, request),
      update: (legId, change) => this.media.update(legId, change),
      release: (legId) => {
        this.released.push(legId);
        this.media.release(legId);
      },
      onSignal: () => undefined,
    };
    this.service = new TwilioService(
      {
        environment: {
          ...{ sipHost: '', sipPort: 0, rtpPortMin: 0, rtpPortMax: 0, productName: 'Parley' },
          ...{ publicUrl: url, processUrl: url },
        },
        connections: [{ id: 'conn_1', workspaceId: 'wsp_1', settings: { ...standIn.settings, ...settings } }],
        media: control,
        onOffer: async (offer) => {
          this.offers.push(offer);
          offer.leg.onEvent((event) => this.events.push(event));
          return this.decision;
        },
        onNumbers: (_connectionId, numbers) => void this.numbers.push(numbers),
        log: () => undefined,
      },
      this.timing.schedule,
    );
    door.on('request', (request, response) => void this.#answer(request, response));
  }

  static async open(settings: object = {}): Promise<TestingService> {
    const standIn = await StandIn.open();
    standIn.account.addNumber(line);
    const door = createServer();
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const { port } = door.address() as AddressInfo;
    return new TestingService(standIn, door, `http://127.0.0.1:${port}`, settings);
  }

  async close(): Promise<void> {
    await this.calls.close();
    await this.service.close();
    this.media.close();
    this.#door.closeAllConnections();
    await new Promise((resolve) => this.#door.close(resolve));
    await this.standIn.close();
  }

  /** What the leg told, in words. */
  get told(): string[] {
    return this.events.map((event) => (event.type === 'ended' ? event.endReason : event.type));
  }

  async place(legId = 'leg-1') {
    const leg = await this.service.placeCall({
      ...{ legId, fromNumber: line, toNumber: customer, workspaceId: 'wsp_1' },
      ringMs: 30_000,
    });
    leg.onEvent((event) => this.events.push(event));
    return leg;
  }

  /** A socket that begins the stream which the TwiML names, or another where the test says so. */
  stream(
    call: Pick<StandInCall, 'sid'>,
    twiml: string,
    more: { token?: string; accountSid?: string; callSid?: string; format?: object } = {},
  ): FakeSocket {
    const socket = new FakeSocket();
    const [, legId = ''] = /media\/([^"]+)"/.exec(twiml) ?? [];
    this.service.acceptNetworkSocket(legId, socket);
    socket.say({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    socket.say({
      event: 'start',
      sequenceNumber: '1',
      start: {
        streamSid: newSid('MZ'),
        accountSid: more.accountSid ?? this.standIn.account.accountSid,
        callSid: more.callSid ?? call.sid,
        tracks: ['inbound'],
        customParameters: { token: more.token ?? /value="([^"]*)"/.exec(twiml)?.[1] ?? '' },
        mediaFormat: more.format ?? { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      },
    });
    return socket;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, connectionId = '', event = ''] =
      /^\/api\/v1\/carriers\/twilio\/([^/]+)\/([^/?]+)/.exec(request.url ?? '') ?? [];
    const answer = await this.service.acceptWebhook({
      connectionId: decodeURIComponent(connectionId),
      event,
      pathAndQuery: request.url ?? '',
      header: (name) => request.headers[name] as string | undefined,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(answer?.status ?? 403, { 'content-type': answer?.contentType ?? 'text/plain' });
    response.end(answer?.body);
  }
}
