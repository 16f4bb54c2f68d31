import type { Integration } from '@parley/contract/integrations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { registerUser, type TestUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { type IntegrationsTest, openIntegrationsTest } from './testing-integrations.ts';
import type { StandInReply } from './testing-stand-in-server.ts';
import { apiErrors, GoogleStandIn } from './vendors/google-calendar/stand-in.ts';

const path = 'google/calendar';
const success = '/app/integrations?success=google_calendar_connected';
/** The client library asks a failing token endpoint up to four times. */
const tries = (reply: StandInReply): StandInReply[] => [reply, reply, reply, reply];
const failed = (reason: string) => `/app/integrations?failed=google_calendar&reason=${reason}`;

describeOnEachDatabase(
  'Connecting an integration',
  (suite) => {
    let google: GoogleStandIn;
    let product: IntegrationsTest;
    /** In a workspace of their own. */
    let other: TestUser;
    beforeAll(async () => {
      google = await GoogleStandIn.open();
      product = await openIntegrationsTest(suite.database, google.operatorEnvironment);
      other = await registerUser(product, 'other@example.com');
    });
    beforeEach(async () => {
      google.server.reset();
      google.scope = '';
      product.clock.nowMs = Date.now();
      product.jobs.stored.length = 0;
      await suite.database.queries.execute(
        sql`truncate integrations, integration_clients, integration_journeys cascade`,
      );
    });
    afterAll(async () => {
      await product.close();
      await google.close();
    });
    const connect = () => product.connect(path, (url) => google.allow(url));
    const begin = () => product.follow(`/auth-master/${path}/connect`);

    test('[INTEG-1] the list names live integrations first and those to come, each with an icon we serve', async () => {
      const { status, body } = await product.ask('GET', '/integrations/fetch-integration');
      const cards = body as Integration[];
      expect(status).toBe(200);
      expect(cards.slice(0, 2)).toMatchObject([
        {
          integration_name: 'google_calendar',
          category: 'Calendar',
          is_live: true,
          connected: false,
          oauth_url: '/api/v1/auth-master/google/calendar/connect',
        },
        { integration_name: 'slack', is_live: true, connected: false, oauth_url: null, client: 'none' },
      ]);
      expect(cards.slice(2).length).toBeGreaterThanOrEqual(12);
      for (const card of cards.slice(2))
        expect(card).toMatchObject({ is_live: false, connected: false, oauth_url: null });
      expect(new Set(cards.map((card) => card.integration_name)).size).toBe(cards.length);
      for (const card of cards) {
        const icon = await product.platform.http.fastify.inject({
          method: 'GET',
          url: card.icon_res_image_url,
          headers: { authorization: `Bearer ${product.user.token}` },
        });
        expect([card.integration_name, icon.statusCode, icon.headers['content-type']]).toEqual([
          card.integration_name,
          200,
          'image/svg+xml; charset=utf-8',
        ]);
        expect(icon.payload).toMatch(/^<svg xmlns/);
      }
      const missing = await product.ask('GET', '/integrations/icons/..%2f..%2findex');
      expect(missing.status).toBe(404);
    });

    test('the whole way: a state and a challenge go out, and a sealed grant comes back', async () => {
      const url = new URL(await begin());
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: google.client.clientId,
        redirect_uri: 'http://localhost:3000/api/v1/auth-master/google/calendar/callback',
        access_type: 'offline',
        prompt: 'consent',
        code_challenge_method: 'S256',
      });
      expect(await product.follow(google.allow(url.href))).toBe(success);
      expect(await product.findCard('google_calendar')).toMatchObject({
        connected: true,
        state: 'connected',
        account: 'ada@example.com',
        id: expect.stringMatching(/^itg_/),
      });
      const { rows } = await suite.database.queries.execute(sql`select * from integrations`);
      expect(JSON.stringify(rows)).not.toMatch(/ya29|1\/\/|GOCSPX/);
      expect(rows[0]).toMatchObject({
        settings: { time_zone: 'America/New_York', calendar_id: 'ada@example.com' },
      });
      const { rows: trail } = await suite.database.queries.execute(
        sql`select action, subject_name from audit_entries where action like 'integration.%' order by at desc limit 1`,
      );
      expect(trail).toEqual([{ action: 'integration.connected', subject_name: 'Google Calendar' }]);
    });

    test('a state works once, in time, and in the session that began', async () => {
      const back = google.allow(await begin());
      expect(await product.follow(back)).toBe(success);
      expect(await product.follow(back)).toBe(failed('expired'));

      const late = google.allow(await begin());
      product.clock.nowMs += 16 * 60_000;
      expect(await product.follow(late)).toBe(failed('expired'));

      const stolen = google.allow(await begin());
      expect(await product.follow(stolen, other)).toBe(failed('expired'));
      expect((await product.findCard('google_calendar', other)).connected).toBe(false);
      expect(await product.follow(stolen.replace(/state=[^&]*/, 'state=guessed'))).toBe(failed('expired'));
      expect(await product.follow(stolen.replace(/state=[^&]*/, ''))).toBe(failed('expired'));
    });

    test('what the vendor answers otherwise leads back to the screen with the reason', async () => {
      const state = new URL(await begin()).searchParams.get('state');
      const denied = `/auth-master/${path}/callback?error=access_denied&state=${state}`;
      expect(await product.follow(denied)).toBe(failed('denied'));

      google.scope = 'https://www.googleapis.com/auth/calendar.freebusy';
      expect(await connect()).toBe(failed('permission_missing'));
      google.scope = '';

      for (const reply of [{ status: 503, text: 'busy' }, 'hang up', 'flood'] as const) {
        google.server.script(/token/, ...tries(reply));
        expect(await connect()).toBe(failed('unreachable'));
        google.server.reset();
      }
      const elsewhere = { status: 302, headers: { location: 'http://169.254.169.254/' } };
      google.server.script(/token/, ...tries(elsewhere));
      expect(await connect()).toBe(failed('unreachable'));
      google.server.reset();
      google.server.script(/token/, { status: 400, json: { error: 'invalid_grant' } });
      expect(await connect()).toBe(failed('expired'));
      google.server.script(/calendarList/, { status: 200, text: '<html>' }, { status: 200, text: '<html>' });
      expect(await connect()).toBe(failed('unreachable'));
      expect((await product.findCard('google_calendar')).connected).toBe(false);
      const back = await product.follow('/auth-master/nobody/nothing/callback?code=1&state=2');
      expect(back).toBe('/app/integrations?failed=nothing&reason=unknown');
    });

    test('who may not manage is sent back, and a visitor to the login', async () => {
      await suite.database.queries.execute(
        sql`update memberships set role = 'editor' where user_id = ${other.userId}`,
      );
      // Longer than who somebody is, is remembered.
      product.clock.nowMs += 3_600_000;
      expect((await product.findCard('google_calendar', other)).oauth_url).toBeNull();
      expect(await product.follow(`/auth-master/${path}/connect`, other)).toBe(failed('not_allowed'));
      expect(await product.follow(`/auth-master/${path}/callback?code=1&state=2`, other)).toBe(
        failed('not_allowed'),
      );
      const visitor = { ...other, token: 'nobody' };
      expect(await product.follow(`/auth-master/${path}/connect`, visitor)).toBe(
        '/login?redirect=%2Fapp%2Fintegrations',
      );
    });

    test('a workspace brings its own client where the operator has none, and its secret is never told', async () => {
      const slack = { integration_name: 'slack', client_id: '1234.5678', client_secret: 'its very secret' };
      expect(await product.follow('/auth-master/slack/messages/connect')).toBe(
        '/app/integrations?failed=slack&reason=not_set_up',
      );
      expect((await product.ask('PUT', '/integrations/client', slack)).status).toBe(200);
      const card = await product.findCard('slack');
      expect(card).toMatchObject({
        client: 'workspace',
        oauth_url: '/api/v1/auth-master/slack/messages/connect',
      });
      expect(await product.follow(card.oauth_url!)).toContain('client_id=1234.5678');
      expect(JSON.stringify(card)).not.toContain('secret');
      const { rows } = await suite.database.queries.execute(sql`select * from integration_clients`);
      expect(JSON.stringify(rows)).not.toContain('its very secret');
      expect(await product.findCard('slack', other)).toMatchObject({ client: 'none', oauth_url: null });
      const gone = await product.ask('POST', '/integrations/client/remove', { integration_name: 'slack' });
      expect([gone.status, (await product.findCard('slack')).client]).toEqual([200, 'none']);
      const unknown = await product.ask('PUT', '/integrations/client', {
        ...slack,
        integration_name: 'hubspot',
      });
      expect(unknown.status).toBe(404);
    });

    test('[INTEG-2] removing forgets it at once and takes the permission back by a job that is tried again', async () => {
      await connect();
      const removed = await product.ask('POST', `/auth-master/${path}/remove`);
      expect([removed.status, removed.body]).toEqual([200, { success: true }]);
      expect(await product.findCard('google_calendar')).toMatchObject({
        connected: false,
        state: 'not_connected',
      });
      const [revoke] = product.jobs.take('integrations.revoke');
      expect(JSON.stringify(revoke)).not.toMatch(/ya29|1\/\//);
      google.server.script(/revoke/, ...tries({ status: 503, text: 'busy' }));
      await expect(product.jobs.run(revoke!)).rejects.toThrow();
      expect(google.hasPermission()).toBe(true);
      google.server.reset();
      await product.jobs.run(revoke!);
      expect(google.hasPermission()).toBe(false);
      // What is gone already is as it should be.
      await product.jobs.run(revoke!);

      const again = await product.ask('POST', `/auth-master/${path}/remove`);
      expect(again.body).toMatchObject({ error: { code: 'integration_not_found' } });
      const unknown = await product.ask('POST', '/auth-master/hubspot/crm/remove');
      expect([unknown.status, unknown.body]).toMatchObject([
        404,
        { message: 'Remove endpoint not found for this integration' },
      ]);
    });

    test('a token that ran out is refreshed once, however many ask, in this process and another', async () => {
      await connect();
      const second = await openIntegrationsTest(
        suite.database,
        google.operatorEnvironment,
        'second@example.com',
      );
      google.expireAccessTokens();
      google.server.reset();
      const { id } = await product.findCard('google_calendar');
      const calendars = await Promise.all(
        [product, product, product, second, second].map((each) =>
          each.features.integrations.findCalendar(product.user.workspaceId),
        ),
      );
      await Promise.all(calendars.map((calendar) => calendar!.freeSlots({ limit: 1 })));
      expect(google.server.asked(/token/)).toHaveLength(1);
      expect((await product.ask('GET', `/integrations/${id}/settings`)).status).toBe(200);
      await second.close();

      // Before it runs out: a minute ahead, without a refusal in between.
      google.server.reset();
      product.clock.nowMs += 3_570_000;
      expect((await product.ask('GET', `/integrations/${id}/settings`)).status).toBe(200);
      expect(google.server.asked(/token/)).toHaveLength(1);
      expect(google.server.requests[0]?.path).toBe('/token');
    });

    test('a refresh that fails for now changes nothing; a permission that is gone asks to connect again', async () => {
      await connect();
      const { id } = await product.findCard('google_calendar');
      const settings = () => product.ask('GET', `/integrations/${id}/settings`);
      google.expireAccessTokens();
      google.server.script(/token/, ...tries({ status: 500, json: { error: 'internal_failure' } }));
      expect((await settings()).body).toMatchObject({ error: { code: 'integration_unreachable' } });
      expect((await product.findCard('google_calendar')).state).toBe('connected');
      google.server.reset();
      expect((await settings()).status).toBe(200);

      google.withdrawPermission();
      expect((await settings()).body).toMatchObject({
        error: {
          code: 'integration_needs_reconnecting',
          message: 'Google Calendar no longer accepts this connection. Please connect it again.',
        },
      });
      expect(await product.findCard('google_calendar')).toMatchObject({
        connected: false,
        state: 'needs_reconnecting',
        account: 'ada@example.com',
      });
      const told = await product.ask('GET', '/notifications');
      expect(JSON.stringify(told.body)).toContain('Google Calendar needs to be connected again');
      expect(product.events.at(-1)?.event.type).toBe('integrations.changed');
      // The vendor is left alone until somebody connects again.
      google.server.reset();
      expect((await settings()).status).toBe(409);
      expect(google.server.requests).toEqual([]);

      expect(await connect()).toBe(success);
      expect(await product.findCard('google_calendar')).toMatchObject({ id, state: 'connected' });
    });

    test('settings are chosen from the calendars of the account, kept, and checked', async () => {
      await connect();
      const { id } = await product.findCard('google_calendar');
      const { body } = await product.ask('GET', `/integrations/${id}/settings`);
      const { settings, choices } = body as { settings: Record<string, unknown>; choices: object[] };
      expect(choices).toEqual([
        { id: 'ada@example.com', name: 'ada@example.com', time_zone: 'America/New_York', is_writable: true },
        { id: 'team@group.calendar.example', name: 'Team', time_zone: 'Europe/Berlin', is_writable: true },
        { id: 'holidays@group.calendar.example', name: 'Holidays', time_zone: 'UTC', is_writable: false },
      ]);
      const save = (part: object) =>
        product.ask('PUT', `/integrations/${id}/settings`, { ...settings, ...part });
      expect((await save({ slot_minutes: 45, calendar_id: 'team@group.calendar.example' })).status).toBe(200);
      // Connecting the same account again keeps them.
      await connect();
      const kept = await product.ask('GET', `/integrations/${id}/settings`);
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
      google.server.script(/calendarList/, apiErrors.backend, apiErrors.backend);
      const unreachable = await product.ask('GET', `/integrations/${id}/settings`);
      expect([unreachable.status, unreachable.body]).toMatchObject([
        502,
        { message: 'Google Calendar does not answer at the moment. Please try again.' },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
