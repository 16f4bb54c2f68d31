import type { ReceivedRequest, ReceivedResponse, SipRequest, SipResponse } from '../message/message.ts';
import { formatMessage } from '../message/message.ts';
import { parseDatagram } from '../message/parse-message.ts';
import type { ClientFailure } from '../transactions/client-transaction.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import { TransactionLayer } from '../transactions/transaction-layer.ts';
import type { Flow } from '../transport/flow.ts';
import { answerTo, readRequest, writeRequest } from './testing-messages.ts';
import { TestingScheduler } from './testing-scheduler.ts';

export const udp: Flow = {
  protocol: 'UDP',
  address: '127.0.0.1',
  port: 5999,
  localAddress: '127.0.0.1',
  localPort: 5070,
};
export const tcp: Flow = { ...udp, protocol: 'TCP' };

export type Sent = { atMs: number; line: string; message: SipRequest | SipResponse; flow: Flow };

export function openLayer(options: { isBroken?: boolean; isAdmitted?: boolean } = {}) {
  const scheduler = new TestingScheduler();
  const beganMs = scheduler.nowMs();
  const sent: Sent[] = [];
  const taken: ServerTransaction[] = [];
  const acks: ReceivedRequest[] = [];
  const layer = new TransactionLayer({
    scheduler,
    async send(message, flow) {
      const line = formatMessage(message).split(' ').slice(0, 2).join(' ').replace('SIP/2.0 ', '');
      sent.push({ atMs: scheduler.nowMs() - beganMs, line: line.split(' ')[0] ?? '', message, flow });
      if (options.isBroken) throw new Error('broken');
    },
    isAdmitted: () => options.isAdmitted ?? true,
    onRequest: (transaction) => taken.push(transaction),
    onAck: (request) => acks.push(request),
  });
  const receive = (text: string, flow = udp) => layer.receive(parseDatagram(Buffer.from(text)), flow);
  return { scheduler, sent, taken, acks, layer, receive };
}

export function startClient(method: string, flow: Flow, options: { isBroken?: boolean } = {}) {
  const opened = openLayer(options);
  const responses: number[] = [];
  const failures: ClientFailure[] = [];
  const request = readRequest(writeRequest(method));
  const transaction = opened.layer.start({
    request,
    flow,
    onResponse: ({ status }: ReceivedResponse) => responses.push(status),
    onFailed: (failure) => failures.push(failure),
  });
  const answer = (status: number, toTag = 'theirs') =>
    opened.layer.receive({ message: answerTo(transaction.request, status, { toTag }) }, flow);
  return { ...opened, responses, failures, transaction, answer };
}

export function times(sent: Sent[], line: string): number[] {
  return sent.filter((one) => one.line === line).map(({ atMs }) => atMs);
}
