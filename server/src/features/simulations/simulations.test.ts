import type { CallTurn } from '@parley/contract/calls';
import { simulationAudio, simulationClose } from '@parley/contract/simulations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

/** Calls run in real time, and the first of a thread loads its synthesiser. */
vi.setConfig({ testTimeout: 60_000 });
const waiting = { timeout: 40_000, interval: 20 };

describeOnEachDatabase(
  'Simulations',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;
    let colleague: TestUser;
    let viewer: TestUser;
    let stranger: TestUser;
    let agentId: string;
    let url: string;

    beforeAll(async () => {
      product = await openTestProduct(suite.database, {
        environment: { ROLES: 'api,calls', SIP_PORT: '0', COMMAND_STT: 'none', COMMAND_TTS: 'none' },
      });
      owner = await registerUser(product, 'owner@example.com');
      colleague = await registerUser(product, 'colleague@example.com');
      stranger = await registerUser(product, 'stranger@example.com');
      viewer = await registerUser(product, 'viewer@example.com');
      for (const [user, role] of [[colleague, 'editor'] as const, [viewer, 'viewer'] as const])
        await suite.database.queries.execute(
          sql`update memberships set role = ${role}, workspace_id = ${owner.workspaceId} where user_id = ${user.userId}`,
        );
      agentId = await product.features.agents.insertReadyAgent(suite.database.queries, {
        workspaceId: owner.workspaceId,
        type: 'inbound',
        name: 'Reception',
        prompt: 'You answer the telephone of a bakery. We open at seven.',
        welcomeText: 'Hello, this is the bakery.',
      });
      const port = await product.platform.http.listen();
      url = `ws://127.0.0.1:${port}/api/v1`;
    });
    afterAll(() => product.close());

    const start = async (given: object = {}, as: TestUser = owner) => {
      const body = { agent_id: agentId, by: 'typing', ...given };
      const answer = await askApi(product, 'POST', '/simulations', { token: as.token, body });
      return { ...answer, callId: (answer.body as { call_id?: string }).call_id ?? '' };
    };
    const turnsOf = (callId: string): Omit<CallTurn, 'id'>[] =>
      product.events.flatMap(({ event }) =>
        event.type === 'call.turn' && event.callId === callId ? [event.turn] : [],
      );
    const rowOf = async (callId: string) => {
      const { rows } = await suite.database.queries.execute<Record<string, unknown>>(
        sql`select * from calls where id = ${callId}`,
      );
      return rows[0] ?? {};
    };

    /** A page's socket: what came, how it ended, or with which status it was refused. */
    const connect = async (callId: string, headers: Record<string, string> = bearer(owner)) => {
      const socket = new WebSocket(`${url}/simulations/${callId}/socket`, { headers });
      const page = {
        socket,
        frames: [] as Buffer[],
        closed: undefined as number | undefined,
        refused: undefined as number | undefined,
        say: (message: object | string | Uint8Array) =>
          socket.send(
            message instanceof Uint8Array || typeof message === 'string' ? message : JSON.stringify(message),
          ),
      };
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) page.frames.push(data);
      });
      socket.on('close', (code) => {
        page.closed = code;
      });
      await new Promise<void>((resolve) => {
        socket.on('open', () => resolve());
        socket.on('error', () => resolve());
        socket.on('unexpected-response', (_request, response) => {
          page.refused = response.statusCode;
          resolve();
        });
      });
      return page;
    };
    const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });

    test('[EDITOR-4] an agent is talked to by typing: it greets in sound, answers, and the call is kept as a simulation', async () => {
      const { status, callId } = await start({ fields: { first_name: 'Ada' } });
      expect(status).toBe(201);
      const page = await connect(callId);
      page.say({ type: 'writes' });
      await expect
        .poll(() => turnsOf(callId).map(({ text }) => text), waiting)
        .toEqual(['Hello, this is the bakery.']);
      expect(page.frames.length).toBeGreaterThan(40);
      expect(new Set(page.frames.map(({ length }) => length))).toEqual(new Set([simulationAudio.frameBytes]));
      const loudest = Math.max(...page.frames.map((frame) => Math.abs(frame.readInt16LE(320))));
      expect(loudest).toBeGreaterThan(500);

      page.say({ type: 'typed', text: 'My name is Ada. When do you open?' });
      await expect.poll(() => turnsOf(callId).length, waiting).toBe(3);
      const [, asked, answered] = turnsOf(callId);
      expect(asked).toMatchObject({
        speaker: 'customer',
        by: 'typed',
        text: 'My name is Ada. When do you open?',
      });
      expect(answered).toMatchObject({ speaker: 'agent', latency: { firstFrameMs: expect.any(Number) } });

      page.say({ type: 'hang_up' });
      await expect.poll(() => page.closed, waiting).toBe(simulationClose.ended);
      await expect.poll(async () => (await rowOf(callId))['end_reason'], waiting).toBe('customer_hung_up');
      expect(await rowOf(callId)).toMatchObject({
        is_test: true,
        is_simulation: true,
        fields: { first_name: 'Ada' },
      });
      const logs = await askApi(product, 'GET', '/call-logs', { token: owner.token });
      expect((logs.body as { data: { id: string }[] }).data).toContainEqual(
        expect.objectContaining({ id: callId, is_simulation: true, from_number: '', to_number: '' }),
      );
      // Until its recording is stored the call is still known here, and has no line any more.
      const late = await connect(callId);
      await expect.poll(() => late.refused ?? late.closed, waiting).toBeOneOf([404, simulationClose.missing]);
    });

    test('no simulation counts in any figure, not even among test calls', async () => {
      await product.runJobs();
      const { rows } = await suite.database.queries.execute(sql`select call_id from call_facts`);
      expect(rows).toEqual([]);
    });

    test('[EDITOR-4] what stands in the editor talks, and nothing of it is saved', async () => {
      const draft = {
        agent_name: 'Draft',
        agent_welcome_message_type: 'play',
        agent_welcome_message: 'Not saved.',
      };
      const { callId } = await start({ draft });
      const page = await connect(callId);
      page.say({ type: 'writes' });
      await expect.poll(() => turnsOf(callId)[0]?.text, waiting).toBe('Not saved.');
      page.say({ type: 'hang_up' });
      expect(await rowOf(callId)).toMatchObject({ agent_name: 'Draft', agent_version_id: null });
      const { body } = await askApi(product, 'GET', `/voice-agent/${agentId}`, { token: owner.token });
      expect(body).toMatchObject({ agent: { agent_name: 'Reception', version: 1 } });
    });

    test.each([
      ['a voice that is none', { draft: { agent_voice: 'nobody' } }, 422],
      ['a knowledge base that is none', { draft: { agent_kb: ['kb_1'] } }, 422],
      ['a prompt that is too long', { draft: { agent_prompt: 'x'.repeat(200_000) } }, 422],
      ['an unknown way to talk', { by: 'thinking' }, 422],
      [
        'too long a past',
        { prior: Array.from({ length: 201 }, () => ({ speaker: 'agent', text: 'x' })) },
        422,
      ],
    ])('%s is refused', async (_what, given, status) => {
      expect((await start(given)).status).toBe(status);
    });

    test('[EDITOR-4] a replay goes on from what was said before: no greeting, and the answer knows the past', async () => {
      const prior = [
        { speaker: 'agent', text: 'Hello, this is the bakery.' },
        { speaker: 'customer', text: 'Hi there.' },
        { speaker: 'agent', text: 'How can I help you?' },
      ];
      const { callId } = await start({ prior });
      const page = await connect(callId);
      page.say({ type: 'writes' });
      page.say({ type: 'typed', text: 'When do you open?' });
      await expect.poll(() => turnsOf(callId).length, waiting).toBe(2);
      expect(turnsOf(callId).map(({ speaker }) => speaker)).toEqual(['customer', 'agent']);
      page.say({ type: 'hang_up' });
    });

    test('only whoever began it may talk in it, from our own pages', async () => {
      const { callId } = await start();
      expect((await connect(callId, {})).refused).toBe(401);
      expect((await connect(callId, bearer(stranger))).refused).toBe(404);
      expect((await connect(callId, bearer(colleague))).refused).toBe(404);
      expect((await connect('call_0000000000000000000000')).refused).toBe(404);
      const login = await askApi(product, 'POST', '/auth/login', {
        body: { email: owner.email, password: 'Correct-horse1!' },
      });
      const cookie = login.cookies.map((each) => each.split(';', 1)[0]).join('; ');
      expect((await connect(callId, { cookie, origin: 'https://evil.example' })).refused).toBe(403);
      const page = await connect(callId, { cookie, origin: 'http://localhost:3000' });
      expect(page.refused).toBeUndefined();
      page.say({ type: 'hang_up' });
      expect((await start({}, viewer)).status).toBe(403);
      expect((await start({}, stranger)).status).toBe(404);
    });

    test('what no page of ours sends ends the socket and not the call; a page that returns goes on; the newest counts', async () => {
      const { callId } = await start();
      const nonsense: [object | string | Uint8Array, number][] = [
        [new Uint8Array(100), simulationClose.refused],
        ['{ not json', simulationClose.refused],
        [{ type: 'explode' }, simulationClose.refused],
        [{ type: 'typed', text: 'x'.repeat(3000) }, simulationClose.refused],
        [new Uint8Array(100_000), 1009],
      ];
      for (const [message, code] of nonsense) {
        const page = await connect(callId);
        page.say(message);
        await expect.poll(() => page.closed, waiting).toBe(code);
      }
      const first = await connect(callId);
      const second = await connect(callId);
      await expect.poll(() => first.closed, waiting).toBe(simulationClose.replaced);
      for (let count = 0; count < 60; count += 1) second.say(new Uint8Array(simulationAudio.frameBytes));
      second.say({ type: 'typed', text: 'Are you still there?' });
      await expect.poll(() => turnsOf(callId).some(({ by }) => by === 'typed'), waiting).toBe(true);
      expect((await rowOf(callId))['ended_at']).toBeNull();
      second.say({ type: 'hang_up' });
      await expect.poll(() => second.closed, waiting).toBe(simulationClose.ended);
    });

    test('whether there is somebody to talk to, and to be heard by, is told', async () => {
      const { body } = await askApi(product, 'GET', '/simulations/options', { token: owner.token });
      expect(body).toEqual({ is_available: true, hears_speech: false });
    });

    test('a socket opens nowhere else', async () => {
      const socket = new WebSocket(`${url}/call-logs`, { headers: bearer(owner) });
      const messages: unknown[] = [];
      socket.on('message', (message) => messages.push(message));
      await new Promise((resolve) => {
        socket.on('close', resolve);
        socket.on('error', resolve);
      });
      expect(messages).toEqual([]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
