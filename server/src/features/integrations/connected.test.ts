import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { features } from '../index.ts';
import { connectedUrl, GoogleTest } from './testing-google.ts';
import { openIntegrationsTest } from './testing-integrations.ts';
import type { StandInReply } from './testing-stand-in-server.ts';
import { apiErrors } from './vendors/google-calendar/stand-in.ts';

/** The client library asks a failing token endpoint up to four times. */
const tries = (reply: StandInReply): StandInReply[] => [reply, reply, reply, reply];

describeOnEachDatabase(
  'An integration that is connected',
  (suite) => {
    const it = new GoogleTest(suite);
    const { connect } = it;

    test('a token that ran out is refreshed once, however many ask, in this process and another', async () => {
      await connect();
      const second = await openIntegrationsTest(
        suite.database,
        it.google.operatorEnvironment,
        'second@example.com',
      );
      it.google.expireAccessTokens();
      it.google.server.reset();
      const { id } = await it.product.findCard('google_calendar');
      const calendars = await Promise.all(
        [it.product, it.product, it.product, second, second].map((each) =>
          each.features.integrations.findCalendar(it.product.user.workspaceId),
        ),
      );
      await Promise.all(calendars.map((calendar) => calendar!.freeSlots({ limit: 1 })));
      expect(it.google.server.asked(/token/)).toHaveLength(1);
      expect((await it.product.ask('GET', `/integrations/${id}/settings`)).status).toBe(200);
      await second.close();

      // Before it runs out: a minute ahead, without a refusal in between.
      it.google.server.reset();
      it.product.clock.nowMs += 3_570_000;
      expect((await it.product.ask('GET', `/integrations/${id}/settings`)).status).toBe(200);
      expect(it.google.server.asked(/token/)).toHaveLength(1);
      expect(it.google.server.requests[0]?.path).toBe('/token');
    });

    test('a refresh that fails for now changes nothing; a permission that is gone asks to connect again', async () => {
      await connect();
      const { id } = await it.product.findCard('google_calendar');
      const settings = () => it.product.ask('GET', `/integrations/${id}/settings`);
      it.google.expireAccessTokens();
      it.google.server.script(/token/, ...tries({ status: 500, json: { error: 'internal_failure' } }));
      expect((await settings()).body).toMatchObject({ error: { code: 'integration_unreachable' } });
      expect((await it.product.findCard('google_calendar')).state).toBe('connected');
      it.google.server.reset();
      expect((await settings()).status).toBe(200);

      it.google.withdrawPermission();
      expect((await settings()).body).toMatchObject({
        error: {
          code: 'integration_needs_reconnecting',
          message: 'Google Calendar no longer accepts this connection. Please connect it again.',
        },
      });
      expect(await it.product.findCard('google_calendar')).toMatchObject({
        connected: false,
        state: 'needs_reconnecting',
        account: 'ada@example.com',
      });
      const told = await it.product.ask('GET', '/notifications');
      expect(JSON.stringify(told.body)).toContain('Google Calendar needs to be connected again');
      expect(it.product.events.at(-1)?.event.type).toBe('integrations.changed');
      // The vendor is left alone until somebody connects again.
      it.google.server.reset();
      expect((await settings()).status).toBe(409);
      expect(it.google.server.requests).toEqual([]);

      expect(await connect()).toBe(connectedUrl);
      expect(await it.product.findCard('google_calendar')).toMatchObject({ id, state: 'connected' });
    });

    test('settings are chosen from the calendars of the account, kept, and checked', async () => {
      await connect();
      const { id } = await it.product.findCard('google_calendar');
      const { body } = await it.product.ask('GET', `/integrations/${id}/settings`);
      const { settings, choices } = body as { settings: Record<string, unknown>; choices: object[] };
      expect(choices).toEqual([
        { id: 'ada@example.com', name: 'ada@example.com', time_zone: 'America/New_York', is_writable: true },
        { id: 'team@group.calendar.example', name: 'Team', time_zone: 'Europe/Berlin', is_writable: true },
        { id: 'holidays@group.calendar.example', name: 'Holidays', time_zone: 'UTC', is_writable: false },
      ]);
      const save = (part: object) =>
        it.product.ask('PUT', `/integrations/${id}/settings`, { ...settings, ...part });
      expect((await save({ slot_minutes: 45, calendar_id: 'team@group.calendar.example' })).status).toBe(200);
      // Connecting the same account again keeps them.
      await connect();
      const kept = await it.product.ask('GET', `/integrations/${id}/settings`);
      expect(kept.body).toMatchObject({
        settings: { slot_minutes: 45, calendar_id: 'team@group.calendar.example' },
      });

      for (const [part, status] of [
        [{ time_zone: 'Mars/Olympus' }, 422],
        [{ slot_minutes: 0 }, 422],
        [{ hours: [] }, 422],
        [{ hours: Array(7).fill([{ from: '17:00', until: '09:00' }]) }, 422],
        [{ hours: Array(7).fill([{ from: '9', until: '25:00' }]) }, 422],
        [{ calendar_id: '' }, 422],
        [
          {
            kind: 'messages',
            channels: [],
            outcomes: [],
            include_test_calls: false,
            show_full_numbers: false,
          },
          422,
        ],
      ] as const)
        expect([part, (await save(part)).status]).toEqual([part, status]);
      it.google.server.script(/calendarList/, apiErrors.backend, apiErrors.backend);
      const unreachable = await it.product.ask('GET', `/integrations/${id}/settings`);
      expect([unreachable.status, unreachable.body]).toMatchObject([
        502,
        { message: 'Google Calendar does not answer at the moment. Please try again.' },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
