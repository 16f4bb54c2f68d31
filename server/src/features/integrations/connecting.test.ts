import type { Integration } from '@parley/contract/integrations';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { registerUser, type TestUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { connectedUrl, GoogleTest, googlePath } from './testing-google.ts';
import type { StandInReply } from './testing-stand-in-server.ts';

/** The client library asks a failing token endpoint up to four times. */
const tries = (reply: StandInReply): StandInReply[] => [reply, reply, reply, reply];
const failed = (reason: string) => `/app/integrations?failed=google_calendar&reason=${reason}`;

describeOnEachDatabase(
  'Connecting an integration',
  (suite) => {
    const it = new GoogleTest(suite);
    const { connect } = it;
    /** In a workspace of their own. */
    let other: TestUser;
    beforeAll(async () => {
      other = await registerUser(it.product, 'other@example.com');
    });
    const begin = () => it.product.follow(`/auth-master/${googlePath}/connect`);

    test('[INTEG-1] the list names live integrations first and those to come, each with an icon we serve', async () => {
      const { status, body } = await it.product.ask('GET', '/integrations/fetch-integration');
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
        const icon = await it.product.platform.http.fastify.inject({
          method: 'GET',
          url: card.icon_res_image_url,
          headers: { authorization: `Bearer ${it.product.user.token}` },
        });
        expect([card.integration_name, icon.statusCode, icon.headers['content-type']]).toEqual([
          card.integration_name,
          200,
          'image/svg+xml; charset=utf-8',
        ]);
        expect(icon.payload).toMatch(/^<svg xmlns/);
      }
      const missing = await it.product.ask('GET', '/integrations/icons/..%2f..%2findex');
      expect(missing.status).toBe(404);
    });

    test('the whole way: a state and a challenge go out, and a sealed grant comes back', async () => {
      const url = new URL(await begin());
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: it.google.client.clientId,
        redirect_uri: 'http://localhost:3000/api/v1/auth-master/google/calendar/callback',
        access_type: 'offline',
        prompt: 'consent',
        code_challenge_method: 'S256',
      });
      expect(await it.product.follow(it.google.allow(url.href))).toBe(connectedUrl);
      expect(await it.product.findCard('google_calendar')).toMatchObject({
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
      const back = it.google.allow(await begin());
      expect(await it.product.follow(back)).toBe(connectedUrl);
      expect(await it.product.follow(back)).toBe(failed('expired'));

      const late = it.google.allow(await begin());
      it.product.clock.nowMs += 16 * 60_000;
      expect(await it.product.follow(late)).toBe(failed('expired'));

      const stolen = it.google.allow(await begin());
      expect(await it.product.follow(stolen, other)).toBe(failed('expired'));
      expect((await it.product.findCard('google_calendar', other)).connected).toBe(false);
      expect(await it.product.follow(stolen.replace(/state=[^&]*/, 'state=guessed'))).toBe(failed('expired'));
      expect(await it.product.follow(stolen.replace(/state=[^&]*/, ''))).toBe(failed('expired'));
    });

    test('what the vendor answers otherwise leads back to the screen with the reason', async () => {
      const state = new URL(await begin()).searchParams.get('state');
      const denied = `/auth-master/${googlePath}/callback?error=access_denied&state=${state}`;
      expect(await it.product.follow(denied)).toBe(failed('denied'));

      it.google.scope = 'https://www.googleapis.com/auth/calendar.freebusy';
      expect(await connect()).toBe(failed('permission_missing'));
      it.google.scope = '';

      for (const reply of [{ status: 503, text: 'busy' }, 'hang up', 'flood'] as const) {
        it.google.server.script(/token/, ...tries(reply));
        expect(await connect()).toBe(failed('unreachable'));
        it.google.server.reset();
      }
      const elsewhere = { status: 302, headers: { location: 'http://169.254.169.254/' } };
      it.google.server.script(/token/, ...tries(elsewhere));
      expect(await connect()).toBe(failed('unreachable'));
      it.google.server.reset();
      it.google.server.script(/token/, { status: 400, json: { error: 'invalid_grant' } });
      expect(await connect()).toBe(failed('expired'));
      it.google.server.script(
        /calendarList/,
        { status: 200, text: '<html>' },
        { status: 200, text: '<html>' },
      );
      expect(await connect()).toBe(failed('unreachable'));
      expect((await it.product.findCard('google_calendar')).connected).toBe(false);
      const back = await it.product.follow('/auth-master/nobody/nothing/callback?code=1&state=2');
      expect(back).toBe('/app/integrations?failed=nothing&reason=unknown');
    });

    test('who may not manage is sent back, and a visitor to the login', async () => {
      await suite.database.queries.execute(
        sql`update memberships set role = 'editor' where user_id = ${other.userId}`,
      );
      // Longer than who somebody is, is remembered.
      it.product.clock.nowMs += 3_600_000;
      expect((await it.product.findCard('google_calendar', other)).oauth_url).toBeNull();
      expect(await it.product.follow(`/auth-master/${googlePath}/connect`, other)).toBe(
        failed('not_allowed'),
      );
      expect(await it.product.follow(`/auth-master/${googlePath}/callback?code=1&state=2`, other)).toBe(
        failed('not_allowed'),
      );
      const visitor = { ...other, token: 'nobody' };
      expect(await it.product.follow(`/auth-master/${googlePath}/connect`, visitor)).toBe(
        '/login?redirect=%2Fapp%2Fintegrations',
      );
    });

    test('a workspace brings its own client where the operator has none, and its secret is never told', async () => {
      const slack = { integration_name: 'slack', client_id: '1234.5678', client_secret: 'its very secret' };
      expect(await it.product.follow('/auth-master/slack/messages/connect')).toBe(
        '/app/integrations?failed=slack&reason=not_set_up',
      );
      expect((await it.product.ask('PUT', '/integrations/client', slack)).status).toBe(200);
      const card = await it.product.findCard('slack');
      expect(card).toMatchObject({
        client: 'workspace',
        oauth_url: '/api/v1/auth-master/slack/messages/connect',
      });
      expect(await it.product.follow(card.oauth_url!)).toContain('client_id=1234.5678');
      expect(JSON.stringify(card)).not.toContain('secret');
      const { rows } = await suite.database.queries.execute(sql`select * from integration_clients`);
      expect(JSON.stringify(rows)).not.toContain('its very secret');
      expect(await it.product.findCard('slack', other)).toMatchObject({ client: 'none', oauth_url: null });
      const gone = await it.product.ask('POST', '/integrations/client/remove', { integration_name: 'slack' });
      expect([gone.status, (await it.product.findCard('slack')).client]).toEqual([200, 'none']);
      const unknown = await it.product.ask('PUT', '/integrations/client', {
        ...slack,
        integration_name: 'hubspot',
      });
      expect(unknown.status).toBe(404);
    });

    test('[INTEG-2] removing forgets it at once and takes the permission back by a job that is tried again', async () => {
      await connect();
      const removed = await it.product.ask('POST', `/auth-master/${googlePath}/remove`);
      expect([removed.status, removed.body]).toEqual([200, { success: true }]);
      expect(await it.product.findCard('google_calendar')).toMatchObject({
        connected: false,
        state: 'not_connected',
      });
      const [revoke] = it.product.jobs.take('integrations.revoke');
      expect(JSON.stringify(revoke)).not.toMatch(/ya29|1\/\//);
      it.google.server.script(/revoke/, ...tries({ status: 503, text: 'busy' }));
      await expect(it.product.jobs.run(revoke!)).rejects.toThrow();
      expect(it.google.hasPermission()).toBe(true);
      it.google.server.reset();
      await it.product.jobs.run(revoke!);
      expect(it.google.hasPermission()).toBe(false);
      // What is gone already is as it should be.
      await it.product.jobs.run(revoke!);

      const again = await it.product.ask('POST', `/auth-master/${googlePath}/remove`);
      expect(again.body).toMatchObject({ error: { code: 'integration_not_found' } });
      const unknown = await it.product.ask('POST', '/auth-master/hubspot/crm/remove');
      expect([unknown.status, unknown.body]).toMatchObject([
        404,
        { message: 'Remove endpoint not found for this integration' },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
