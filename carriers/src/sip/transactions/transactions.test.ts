import { describe, expect, test } from 'vitest';
import type { ReceivedRequest, ReceivedResponse, SipRequest, SipResponse } from '../message/message.ts';
import { formatMessage } from '../message/message.ts';
import { parseDatagram } from '../message/parse-message.ts';
import { answerTo, readRequest, writeRequest } from '../testing/testing-messages.ts';
import { TestingScheduler } from '../testing/testing-scheduler.ts';
import type { Flow } from '../transport/flow.ts';
import type { ClientFailure } from './client-transaction.ts';
import type { ServerTransaction } from './server-transaction.ts';
import { TransactionLayer } from './transaction-layer.ts';

const udp: Flow = {
  protocol: 'UDP',
  address: '127.0.0.1',
  port: 5999,
  localAddress: '127.0.0.1',
  localPort: 5070,
};
const tcp: Flow = { ...udp, protocol: 'TCP' };

type Sent = { atMs: number; line: string; message: SipRequest | SipResponse; flow: Flow };

function openLayer(options: { isBroken?: boolean; isAdmitted?: boolean } = {}) {
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

function startClient(method: string, flow: Flow, options: { isBroken?: boolean } = {}) {
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

function times(sent: Sent[], line: string): number[] {
  return sent.filter((one) => one.line === line).map(({ atMs }) => atMs);
}

describe('an INVITE of ours (RFC 3261 section 17.1.1)', () => {
  test('over UDP is sent again at 0.5, 1.5, 3.5 ... s and given up after 32 s (timers A and B)', () => {
    const { scheduler, sent, failures, layer } = startClient('INVITE', udp);
    scheduler.advance(60_000);
    expect(times(sent, 'INVITE')).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500]);
    expect(failures).toEqual([{ because: 'timeout', detail: 'no answer' }]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('over TCP is sent once and given up after 32 s', () => {
    const { scheduler, sent, failures } = startClient('INVITE', tcp);
    scheduler.advance(31_999);
    expect(failures).toEqual([]);
    scheduler.advance(1);
    expect(times(sent, 'INVITE')).toEqual([0]);
    expect(failures).toHaveLength(1);
  });

  test('waits for ever once it rings', () => {
    const { scheduler, sent, failures, answer, responses } = startClient('INVITE', udp);
    answer(180);
    scheduler.advance(600_000);
    expect(times(sent, 'INVITE')).toEqual([0]);
    expect([responses, failures]).toEqual([[180], []]);
  });

  test('acknowledges a refusal each time it comes, for 32 s, and tells of it once (timer D)', () => {
    const { scheduler, sent, responses, answer, layer } = startClient('INVITE', udp);
    answer(486);
    scheduler.advance(500);
    answer(486);
    scheduler.advance(31_499);
    answer(486);
    expect(responses).toEqual([486]);
    expect(times(sent, 'ACK')).toEqual([0, 500, 31_999]);
    const [invite, ack] = [sent[0]?.message, sent.find(({ line }) => line === 'ACK')?.message];
    expect(ack?.headers.find('via')).toBe(invite?.headers.find('via'));
    expect(ack?.headers.find('to')).toContain('tag=theirs');
    scheduler.advance(1);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('over TCP forgets a refusal at once', () => {
    const { sent, answer, layer, scheduler } = startClient('INVITE', tcp);
    answer(404);
    expect(times(sent, 'ACK')).toEqual([0]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('tells of every 2xx for 32 s, of whichever phone (timer M, RFC 6026)', () => {
    const { scheduler, responses, answer, layer } = startClient('INVITE', udp);
    answer(200);
    answer(200);
    answer(200, 'another');
    answer(180);
    expect(responses).toEqual([200, 200, 200]);
    scheduler.advance(32_000);
    answer(200);
    expect(responses).toHaveLength(3);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('that was cancelled is not waited for longer than 32 s (section 9.1)', () => {
    const { scheduler, sent, failures, answer, layer, transaction } = startClient('INVITE', udp);
    answer(180);
    layer.cancel(transaction);
    const cancel = sent.find(({ line }) => line === 'CANCEL')?.message;
    expect(cancel?.headers.find('via')).toBe(sent[0]?.message.headers.find('via'));
    expect(cancel?.headers.find('cseq')).toBe('1 CANCEL');
    expect(cancel?.headers.find('to')).not.toContain('tag');
    scheduler.advance(32_000);
    expect(times(sent, 'CANCEL')).toHaveLength(11);
    expect(failures).toEqual([{ because: 'timeout', detail: 'no answer to CANCEL' }]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('that cannot be sent fails at once', async () => {
    const { failures, layer, scheduler } = startClient('INVITE', tcp, { isBroken: true });
    await Promise.resolve();
    expect(failures).toEqual([{ because: 'unreachable', detail: 'broken' }]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });
});

describe('another request of ours (section 17.1.2)', () => {
  test('over UDP is sent again at most every 4 s and given up after 32 s (timers E and F)', () => {
    const { scheduler, sent, failures } = startClient('BYE', udp);
    scheduler.advance(60_000);
    expect(times(sent, 'BYE')).toEqual([
      0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500,
    ]);
    expect(failures).toHaveLength(1);
  });

  test('goes on every 4 s behind a provisional response, and still gives up after 32 s', () => {
    const { scheduler, sent, failures, answer } = startClient('OPTIONS', udp);
    scheduler.advance(100);
    answer(100);
    scheduler.advance(60_000);
    expect(times(sent, 'OPTIONS').slice(0, 4)).toEqual([0, 500, 4500, 8500]);
    expect(failures).toHaveLength(1);
  });

  test('absorbs repeated answers for 5 s (timer K)', () => {
    const { scheduler, responses, answer, layer } = startClient('BYE', udp);
    answer(200);
    scheduler.advance(4999);
    answer(200);
    expect([responses, layer.size]).toEqual([[200], 1]);
    scheduler.advance(1);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('takes no answer that has a second Via or another branch (RFC 4475 section 3.3.11)', () => {
    const { responses, layer, transaction } = startClient('OPTIONS', udp);
    const twice = answerTo(transaction.request, 200);
    twice.headers.append('via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bKother');
    layer.receive({ message: twice }, udp);
    const other = readRequest(writeRequest('OPTIONS'));
    layer.receive({ message: answerTo(other, 200) }, udp);
    expect(responses).toEqual([]);
  });
});

describe('an INVITE of theirs (section 17.2.1)', () => {
  test('hears 100 after 200 ms when nothing was said before', () => {
    const { scheduler, sent, receive } = openLayer();
    receive(writeRequest('INVITE'));
    scheduler.advance(199);
    expect(sent).toEqual([]);
    scheduler.advance(1);
    expect(times(sent, '100')).toEqual([200]);
  });

  test('over UDP hears a refusal again until ACK, at most every 4 s, for 32 s (timers G and H)', () => {
    const { scheduler, sent, receive, taken, layer } = openLayer();
    receive(writeRequest('INVITE'));
    taken[0]?.reply(486);
    scheduler.advance(60_000);
    expect(times(sent, '486')).toEqual([
      0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500,
    ]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('is quiet after ACK and forgotten 5 s later (timer I)', () => {
    const { scheduler, sent, receive, taken, acks, layer } = openLayer();
    const invite = writeRequest('INVITE');
    receive(invite);
    taken[0]?.reply(486);
    scheduler.advance(600);
    receive(invite.replace('INVITE sip', 'ACK sip').replace('1 INVITE', '1 ACK'));
    receive(invite);
    scheduler.advance(4999);
    expect([times(sent, '486'), acks, layer.size]).toEqual([[0, 500], [], 1]);
    scheduler.advance(1);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('over TCP hears a refusal once', () => {
    const { scheduler, sent, receive, taken, layer } = openLayer();
    receive(writeRequest('INVITE'), tcp);
    taken[0]?.reply(404);
    scheduler.advance(32_000);
    expect(times(sent, '404')).toEqual([0]);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('that is sent again hears the last answer again, and opens nothing new', () => {
    const { sent, receive, taken } = openLayer();
    const invite = writeRequest('INVITE');
    receive(invite);
    taken[0]?.reply(180);
    receive(invite);
    expect([times(sent, '180'), taken.length]).toEqual([[0, 0], 1]);
  });

  test('that was accepted leaves repetition and ACK to the owner of the call for 32 s (timer L)', () => {
    const { scheduler, sent, receive, taken, acks, layer } = openLayer();
    const invite = writeRequest('INVITE');
    receive(invite);
    taken[0]?.reply(200);
    receive(invite);
    receive(invite.replace('INVITE sip', 'ACK sip').replace('1 INVITE', '1 ACK'));
    scheduler.advance(31_999);
    expect([times(sent, '200'), acks.length, layer.size]).toEqual([[0], 1, 1]);
    scheduler.advance(1);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('that was cancelled in time is told so; too late, or without INVITE, nothing happens (section 9.2)', () => {
    const { sent, receive, taken } = openLayer();
    const invite = writeRequest('INVITE');
    const cancel = invite.replace('INVITE sip', 'CANCEL sip').replace('1 INVITE', '1 CANCEL');
    receive(cancel);
    expect(sent.map(({ line }) => line)).toEqual(['481']);
    receive(invite.replaceAll('z9hG4bK', 'z9hG4bKb'));
    let canceled = 0;
    taken[0]?.onCancel(() => canceled++);
    receive(cancel.replaceAll('z9hG4bK', 'z9hG4bKb'));
    expect([canceled, sent.at(-1)?.line]).toEqual([1, '200']);
    expect(sent.at(-1)?.message.headers.find('to')).toContain(`tag=${taken[0]?.toTag}`);
    receive(invite.replaceAll('z9hG4bK', 'z9hG4bKc').replace('call', 'other'));
    taken[1]?.onCancel(() => canceled++);
    taken[1]?.reply(200);
    receive(cancel.replaceAll('z9hG4bK', 'z9hG4bKc').replace('call', 'other'));
    expect([canceled, sent.at(-1)?.line]).toEqual([1, '200']);
  });

  test('that came twice by different ways is refused the second time (section 8.2.2.2)', () => {
    const { scheduler, sent, receive, taken } = openLayer();
    const invite = writeRequest('INVITE');
    receive(invite);
    receive(invite.replaceAll('z9hG4bK', 'z9hG4bKother'));
    expect([sent.map(({ line }) => line), taken.length]).toEqual([['482'], 1]);
    taken[0]?.reply(486);
    scheduler.advance(64_000);
    receive(invite.replaceAll('z9hG4bK', 'z9hG4bKthird'));
    expect(taken).toHaveLength(2);
  });

  test('of a peer of RFC 2543, without the cookie, is told apart by its other headers (section 17.2.3)', () => {
    const { receive, taken } = openLayer();
    const old = writeRequest('INVITE', { Via: 'SIP/2.0/UDP 127.0.0.1:5999', 'Call-ID': 'old1' });
    receive(old);
    receive(old);
    receive(old.replace('old1', 'old2'));
    expect(taken).toHaveLength(2);
  });
});

describe('another request of theirs (section 17.2.2)', () => {
  test('over UDP hears its answer again whenever it comes again, for 32 s (timer J)', () => {
    const { scheduler, sent, receive, taken, layer } = openLayer();
    const bye = writeRequest('BYE');
    receive(bye);
    taken[0]?.reply(200);
    scheduler.advance(31_999);
    receive(bye);
    expect([times(sent, '200'), taken.length]).toEqual([[0, 31_999], 1]);
    scheduler.advance(1);
    expect([layer.size, scheduler.pending]).toEqual([0, 0]);
  });

  test('over TCP is forgotten with its answer', () => {
    const { receive, taken, layer } = openLayer();
    receive(writeRequest('OPTIONS'), tcp);
    taken[0]?.reply(200);
    expect(layer.size).toBe(0);
  });
});

describe('strangers', () => {
  test('hear nothing and leave nothing behind, whether what they send is right or wrong', () => {
    const { scheduler, sent, receive, taken, layer } = openLayer({ isAdmitted: false });
    receive(writeRequest('INVITE'));
    receive(writeRequest('OPTIONS', { CSeq: 'wrong' }));
    receive(writeRequest('CANCEL'));
    scheduler.advance(60_000);
    expect([sent, taken, layer.size, scheduler.pending]).toEqual([[], [], 0, 0]);
  });
});

describe('too much', () => {
  test('is refused with 503 and nothing is kept', () => {
    const { sent, receive, layer } = openLayer();
    for (let index = 0; index < 20_001; index++) receive(writeRequest('OPTIONS'));
    expect(layer.size).toBe(20_000);
    expect(sent.map(({ line }) => line)).toEqual(['503']);
  });
});
