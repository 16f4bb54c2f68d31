import { describe, expect, test } from 'vitest';
import { startClient, tcp, times, udp } from '../testing/testing-layer.ts';
import { answerTo, readRequest, writeRequest } from '../testing/testing-messages.ts';

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
