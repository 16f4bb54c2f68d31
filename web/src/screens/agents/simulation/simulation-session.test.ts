import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLineAudio } from './audio/line-audio.ts';
import { SimulationSession } from './simulation-session.ts';
import { openSimulationSocket, type SocketStatus } from './simulation-socket.ts';
import { StandInRecognition } from './stand-in-recognition.ts';

vi.mock('./audio/line-audio.ts', async (original) => ({ ...(await original()), openLineAudio: vi.fn() }));
vi.mock('./simulation-socket.ts', () => ({ openSimulationSocket: vi.fn() }));
vi.mock('../../../api/simulations.ts', () => ({ startSimulation: vi.fn(async () => 'call_1') }));

let sent: unknown[] = [];
let isConnected = true;
let tellStatus: (status: SocketStatus) => void = () => undefined;
let agentLevel: (level: number) => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal('window', { webkitSpeechRecognition: StandInRecognition });
  StandInRecognition.last = undefined;
  sent = [];
  isConnected = true;
  vi.mocked(openLineAudio).mockImplementation(async ({ levels }) => {
    agentLevel = levels.onTheirs;
    return { play: vi.fn(), setMuted: vi.fn(), setSpeakerOn: vi.fn(), close: vi.fn() };
  });
  vi.mocked(openSimulationSocket).mockImplementation((_callId, { onStatus }) => {
    tellStatus = (status) => onStatus(status, undefined);
    return {
      sendFrame: vi.fn(),
      sendMessage: (message) => {
        if (isConnected) sent.push(message);
        return isConnected;
      },
      close: vi.fn(),
    };
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A simulation that is heard by the browser, and the browser's recogniser. */
async function start() {
  const session = new SimulationSession();
  await session.start({ agent_id: 'agt_1', draft: { agent_language: 'fr' }, fields: {} }, 'recogniser');
  tellStatus('open');
  const browser = StandInRecognition.last;
  if (!browser) throw new Error('The browser does not listen.');
  return { session, browser, state: () => session.store.getState() };
}

test('[EDITOR-4] what the browser hears is shown as it is spoken and said in the simulation', async () => {
  const { browser, state } = await start();
  expect(vi.mocked(openLineAudio).mock.lastCall?.[0].withMicrophone).toBe(false);
  expect(browser.lang).toBe('fr');
  browser.hear(['when do you', false]);
  expect(state()).toMatchObject({ way: 'recogniser', phase: 'running', hearing: 'when do you' });
  browser.hear(['When do you open?', true]);
  expect(state().hearing).toBe('');
  expect(sent).toEqual([{ type: 'writes' }, { type: 'typed', text: 'When do you open?' }]);
});

test('while the agent is heard or the microphone is muted nothing is said', async () => {
  const { session, browser, state } = await start();
  agentLevel(0.3);
  browser.hear(['We open at nine', true]);
  agentLevel(0);
  session.setMuted(true);
  browser.hear(['not for you', false]);
  browser.hear(['Not for you.', true]);
  expect(state().hearing).toBe('');
  session.setMuted(false);
  browser.hear(['Thank you.', true]);
  expect(sent.slice(1)).toEqual([{ type: 'typed', text: 'Thank you.' }]);
});

test('words spoken while the connection is gone are said when it is back', async () => {
  const { browser } = await start();
  isConnected = false;
  browser.hear(['Are you', true]);
  browser.hear(['still there?', true]);
  isConnected = true;
  tellStatus('open');
  tellStatus('open');
  expect(sent.filter((message) => (message as { type: string }).type === 'typed')).toEqual([
    { type: 'typed', text: 'Are you still there?' },
  ]);
});

test('a browser that refuses leaves typing, and says why', async () => {
  const { session, browser, state } = await start();
  browser.hear(['hello', false]);
  browser.fail('not-allowed');
  expect(state()).toMatchObject({
    phase: 'running',
    way: 'typing',
    microphoneProblem: 'denied',
    hearing: '',
  });
  expect(session.type('Hello')).toBe(true);
});

test('it stops listening when the simulation ends', async () => {
  const { session, browser, state } = await start();
  browser.hear(['hello', false]);
  session.end();
  expect(browser.isRunning).toBe(false);
  browser.hear(['Hello', true]);
  expect([state().phase, state().hearing, sent]).toEqual(['over', '', [{ type: 'writes' }]]);
});
