import type { CallDesk } from './call-desk.ts';
import type { CarrierServices } from './carrier-services.ts';

/** How often a change is looked for, and how often an unchanged state is told again: it counts for 20 s. */
const lookMs = 1_000;
const tellAgainMs = 8_000;

/** Tells the other processes how the connections of this one's lines do. Returns what takes it back and stops. */
export function tellStates(desk: CallDesk, carriers: CarrierServices): () => Promise<void> {
  const { db, log } = desk.platform;
  const { connections } = desk.needs;
  let told = '[]';
  let toldAtMs = 0;
  let telling: Promise<void> | undefined;
  const tell = async (): Promise<void> => {
    const states = carriers.connectionStates();
    const written = JSON.stringify(states);
    const isDue = states.length > 0 && performance.now() - toldAtMs > tellAgainMs;
    if (written === told && !isDue) return;
    await connections.saveStates(db.queries, desk.processId, states);
    told = written;
    toldAtMs = performance.now();
  };
  const timer = setInterval(() => {
    telling ??= tell()
      .catch((error: unknown) =>
        log.error('The states of connections could not be told.', { error: String(error) }),
      )
      .finally(() => {
        telling = undefined;
      });
  }, lookMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await telling;
    if (told !== '[]') await connections.saveStates(db.queries, desk.processId, []);
  };
}
