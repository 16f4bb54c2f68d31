import { describe, expect, test } from 'vitest';
import { openLayer, tcp, times } from '../testing/testing-layer.ts';
import { writeRequest } from '../testing/testing-messages.ts';

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
