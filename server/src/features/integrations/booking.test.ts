import type { CalendarSettings } from '@parley/contract/integrations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { features } from '../index.ts';
import { toEventId } from './book-appointment.ts';
import type { ConnectedCalendar } from './index.ts';
import { type IntegrationsTest, openIntegrationsTest } from './testing-integrations.ts';
import { apiErrors, GoogleStandIn } from './vendors/google-calendar/stand-in.ts';

const hourMs = 3_600_000;
const always = Array(7).fill([{ from: '00:00', until: '24:00' }]);
const settings: CalendarSettings = {
  kind: 'calendar',
  calendar_id: 'ada@example.com',
  busy_calendar_ids: ['team@group.calendar.example'],
  time_zone: 'UTC',
  hours: always,
  slot_minutes: 30,
  buffer_minutes: 0,
  notice_minutes: 0,
  horizon_days: 60,
};

describeOnEachDatabase(
  'Booking in a connected calendar',
  (suite) => {
    let google: GoogleStandIn;
    let product: IntegrationsTest;
    let calendar: ConnectedCalendar;
    /** The next full hour but two. */
    let startMs: number;
    beforeAll(async () => {
      google = await GoogleStandIn.open();
      product = await openIntegrationsTest(suite.database, google.operatorEnvironment);
      await product.connect('google/calendar', (url) => google.allow(url));
    });
    beforeEach(async () => {
      google.server.reset();
      google.events.clear();
      google.busy.clear();
      product.jobs.stored.length = 0;
      await suite.database.queries.execute(sql`truncate integration_bookings`);
      await setTo({});
      startMs = Math.ceil(Date.now() / hourMs) * hourMs + 2 * hourMs;
      calendar = (await product.features.integrations.findCalendar(product.user.workspaceId))!;
    });
    afterAll(async () => {
      await product.close();
      await google.close();
    });
    const setTo = async (part: Partial<CalendarSettings>) => {
      const { id } = await product.findCard('google_calendar');
      const { status } = await product.ask('PUT', `/integrations/${id}/settings`, { ...settings, ...part });
      expect(status).toBe(200);
    };
    const book = (part: Partial<Parameters<ConnectedCalendar['book']>[0]> = {}) =>
      calendar.book({
        startMs,
        summary: 'Check-up',
        attendees: ['grace@example.com'],
        runKey: 'run-1',
        ...part,
      });
    const problemOf = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: { problem?: string }) => error.problem,
      );
    const iso = (ms: number) => new Date(ms).toISOString();
    const states = async () =>
      (
        await suite.database.queries.execute(sql`select state from integration_bookings order by state`)
      ).rows.map((row) => row['state']);

    test('free slots leave out what stands in any chosen calendar, and are said in the zone of the customer', async () => {
      google.busy.set('team@group.calendar.example', [{ start: iso(startMs), end: iso(startMs + hourMs) }]);
      const slots = await calendar.freeSlots({
        fromMs: startMs - hourMs / 2,
        limit: 2,
        customerTimeZone: 'Asia/Kolkata',
      });
      expect(slots.map((slot) => Date.parse(slot.startsAt))).toEqual([
        startMs - hourMs / 2,
        startMs + hourMs,
      ]);
      expect(slots[0]?.startsAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+05:30$/);
      expect(slots[0]?.spoken).toMatch(/^\w+day, \w+ \d{1,2} at \d{1,2}:\d\d [AP]M$/);
    });

    test('a far horizon is asked month by month, and only as far as it takes', async () => {
      await setTo({ horizon_days: 180, hours: [...always.slice(0, 6), always[0]] });
      google.busy.set('ada@example.com', [
        { start: iso(Date.now() - hourMs), end: iso(Date.now() + 70 * 24 * hourMs) },
      ]);
      const [slot] = await calendar.freeSlots({ limit: 1 });
      expect(Date.parse(slot!.startsAt)).toBeGreaterThan(Date.now() + 70 * 24 * hourMs - hourMs);
      expect(google.server.asked(/freeBusy/)).toHaveLength(3);
    });

    test('a booking is an event with attendees, told once, and taken from the free slots', async () => {
      const booked = await book({ attendees: ['grace@example.com', 'no address', 'a@b, c@d'] });
      expect(google.server.asked(/events$/)[0]?.query.get('sendUpdates')).toBe('all');
      const [event] = [...google.events.values()];
      expect(event).toMatchObject({
        id: booked.bookingId,
        summary: 'Check-up',
        start: { dateTime: iso(startMs), timeZone: 'UTC' },
        end: { dateTime: iso(startMs + hourMs / 2) },
        attendees: [{ email: 'grace@example.com' }],
      });
      // Our own row alone keeps the time taken, should the vendor be late in telling it.
      google.events.clear();
      const slots = await calendar.freeSlots({ fromMs: startMs, limit: 1 });
      expect(Date.parse(slots[0]!.startsAt)).toBe(startMs + hourMs / 2);
    });

    test('of ten calls that want the same time at once, one gets it', async () => {
      const problems = await Promise.all(
        Array.from({ length: 10 }, (_, index) => problemOf(book({ runKey: `call-${index}` }))),
      );
      expect(problems.filter((problem) => problem === 'none')).toHaveLength(1);
      expect(problems.filter((problem) => problem === 'slot_taken')).toHaveLength(9);
      expect(google.events.size).toBe(1);
    });

    test('overlapping and too near appointments are refused by the buffer', async () => {
      await setTo({ buffer_minutes: 15 });
      await book();
      expect(await problemOf(book({ runKey: 'run-2', startMs: startMs + hourMs / 2 }))).toBe('slot_taken');
      expect(await problemOf(book({ runKey: 'run-3', startMs: startMs + 0.75 * hourMs }))).toBe('none');
      expect(google.events.size).toBe(2);
    });

    test('the same run books once, one after another and at once', async () => {
      const first = await book();
      expect(await book()).toEqual(first);
      const same = await Promise.allSettled([
        book({ runKey: 'twice', startMs: startMs + hourMs }),
        book({ runKey: 'twice', startMs: startMs + hourMs }),
      ]);
      expect(same.some((each) => each.status === 'fulfilled')).toBe(true);
      expect(google.events.size).toBe(2);
    });

    test('what stands in the calendar at the last moment is seen', async () => {
      google.busy.set('ada@example.com', [{ start: iso(startMs + 600_000), end: iso(startMs + hourMs) }]);
      expect(await problemOf(book())).toBe('slot_taken');
      expect(google.events.size).toBe(0);
      google.busy.clear();
      expect(await problemOf(book({ runKey: 'run-2' }))).toBe('none');
      expect(await states()).toEqual(['booked', 'released']);
    });

    test('times outside the rules and times that make no sense are refused without asking the vendor', async () => {
      expect(await problemOf(book({ startMs: Date.now() - hourMs }))).toBe('outside_hours');
      expect(await problemOf(book({ startMs: Date.now() + 400 * 24 * hourMs }))).toBe('outside_hours');
      expect(await problemOf(book({ startMs: Number.NaN }))).toBe('time_invalid');
      expect(await problemOf(book({ endMs: startMs }))).toBe('time_invalid');
      expect(await problemOf(book({ endMs: startMs + 9 * hourMs }))).toBe('time_invalid');
      expect(google.server.requests).toEqual([]);
    });

    test('an overloaded calendar gets one more try; a calendar that cannot be read is never free', async () => {
      google.server.script(/freeBusy/, apiErrors.rateLimited);
      google.server.script(/events$/, apiErrors.backend);
      expect(await problemOf(book())).toBe('none');
      google.server.script(/freeBusy/, apiErrors.backend, apiErrors.backend);
      expect(await problemOf(calendar.freeSlots())).toBe('unavailable');
      await setTo({ busy_calendar_ids: ['gone@group.calendar.example'] });
      expect(await problemOf(calendar.freeSlots())).toBe('unavailable');
      expect(await problemOf(book({ runKey: 'run-2', startMs: startMs + hourMs }))).toBe('unavailable');
    });

    test.each([
      ['hangs up', 'hang up'],
      ['answers without end', 'flood'],
      ['leads elsewhere', { status: 302, headers: { location: 'http://169.254.169.254/latest' } }],
      ['answers with a page', { status: 200, html: '<h1>Welcome</h1>' }],
    ] as const)('a vendor that %s is unavailable', async (_name, reply) => {
      google.server.script(/freeBusy/, reply, reply);
      expect(await problemOf(calendar.freeSlots())).toBe('unavailable');
    });

    test('a vendor that does not answer is given up before the caller is', async () => {
      google.server.script(/freeBusy/, 'silence');
      const began = performance.now();
      expect(await problemOf(calendar.freeSlots())).toBe('unavailable');
      expect(performance.now() - began).toBeLessThan(10_000);
    });

    test('a write whose answer was lost is taken back by a job, unless the same run has found it', async () => {
      google.server.script(/events$/, 'hang up', 'hang up');
      expect(await problemOf(book())).toBe('unavailable');
      expect(await states()).toEqual(['held']);
      expect(await problemOf(book({ runKey: 'another call' }))).toBe('slot_taken');
      // It had arrived all the same.
      const { id } = await product.findCard('google_calendar');
      const eventId = toEventId(`${id} run-1`);
      const stored = { id: eventId, status: 'confirmed' as const, summary: 'Check-up', attendees: [] };
      const times = { start: { dateTime: iso(startMs) }, end: { dateTime: iso(startMs + hourMs / 2) } };
      google.events.set(`ada@example.com/${eventId}`, { ...stored, ...times });

      const [settle] = product.jobs.take('integrations.settle-booking');
      expect(settle?.startAfterSeconds).toBe(120);
      await product.jobs.run(settle!);
      expect(await states()).toEqual(['held']);
      await suite.database.queries.execute(
        sql`update integration_bookings set updated_at = now() - interval '5 minutes'`,
      );
      google.server.script(/events\//, apiErrors.backend, apiErrors.backend);
      await expect(product.jobs.run(settle!)).rejects.toThrow();
      await product.jobs.run(settle!);
      expect(google.events.get(`ada@example.com/${eventId}`)?.status).toBe('cancelled');
      expect(await states()).toEqual(['released']);
      expect(await problemOf(book({ runKey: 'another call' }))).toBe('none');

      // The other ending: the same run asks again, finds its event, and keeps it.
      const at = startMs + 3 * hourMs;
      google.server.script(/events$/, 'hang up', 'hang up');
      expect(await problemOf(book({ runKey: 'run-3', startMs: at }))).toBe('unavailable');
      const again = toEventId(`${id} run-3`);
      google.events.set(`ada@example.com/${again}`, {
        ...stored,
        id: again,
        start: { dateTime: iso(at) },
        end: { dateTime: iso(at + hourMs / 2) },
      });
      expect(await book({ runKey: 'run-3', startMs: at })).toMatchObject({ bookingId: again });
      for (const job of product.jobs.take('integrations.settle-booking')) await product.jobs.run(job);
      expect(google.events.get(`ada@example.com/${again}`)?.status).toBe('confirmed');
    });

    test('a booking is cancelled at the vendor, twice without harm, and its time is free again', async () => {
      const { bookingId } = await book();
      await calendar.cancel(bookingId);
      await calendar.cancel(bookingId);
      await calendar.cancel('never booked');
      expect([...google.events.values()].map((event) => event.status)).toEqual(['cancelled']);
      expect(await problemOf(book({ runKey: 'run-2' }))).toBe('none');
    });

    test('no calendar, one that was removed, and one whose permission is gone are told apart', async () => {
      expect(await product.features.integrations.findCalendar('wsp_of_nobody')).toBeUndefined();
      google.withdrawPermission();
      expect(await problemOf(calendar.freeSlots())).toBe('invalid_grant');
      expect(await problemOf(book())).toBe('invalid_grant');
      const broken = await product.features.integrations.findCalendar(product.user.workspaceId);
      expect(await problemOf(broken!.freeSlots())).toBe('invalid_grant');
      await product.ask('POST', '/auth-master/google/calendar/remove');
      expect(await problemOf(calendar.freeSlots())).toBe('not_connected');
      expect(await problemOf(book())).toBe('not_connected');
      expect(await product.features.integrations.findCalendar(product.user.workspaceId)).toBeUndefined();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

describe('The id of an event', () => {
  test('is the same for the same booking, and made of what the vendor takes', () => {
    expect(toEventId('a')).toBe(toEventId('a'));
    expect(toEventId('a')).not.toBe(toEventId('b'));
    for (const key of ['', 'a', 'ß', 'x'.repeat(9_000)]) expect(toEventId(key)).toMatch(/^[a-v0-9]{52}$/);
  });
});
