import type { Config } from '../config.ts';
import { mountDevOutbox } from '../platform/http/dev-outbox.ts';
import { openLiveStreams } from '../platform/http/live-streams.ts';
import type { Log } from '../platform/log/log.ts';
import { adoptCarrierNumbers } from './adopt-numbers.ts';
import { type DemoSignIn, ensureDemoWorkspace } from './demo-workspace.ts';
import { type Features, openFeatures } from './open-features.ts';
import { openPlatform } from './open-platform.ts';

/** A running process of the product. */
export type RunningProcess = {
  port: number;
  demoSignIn: DemoSignIn | undefined;
  /** The first numbers of the installation and where a SIP phone rings them. */
  addresses: readonly { number: string; address: string }[];
  features: Features;
  /** Takes no new calls, lets running ones finish up to the configured time, then closes. May be called twice. */
  stop(): Promise<void>;
};

/** Opens everything the roles of this process ask for. Rejects with a sentence for the operator. */
export async function runProcess(config: Config, log: Log): Promise<RunningProcess> {
  const { platform, signIn, close: closePlatform } = await openPlatform(config, log);
  let features: Features | undefined;
  try {
    const { http, liveFeed, metrics, mailer, db } = platform;
    features = await openFeatures(platform, signIn);
    const streams = openLiveStreams({ http, liveFeed, authenticate: signIn.authenticate, log, metrics });
    signIn.onSessionEnded((sessionId) => streams.endSession(sessionId));
    signIn.onUserChanged((userId) => streams.endUser(userId));
    const isLocal = config.mode === 'local';
    if (isLocal) mountDevOutbox(http.fastify, mailer);
    const demoSignIn = isLocal ? await ensureDemoWorkspace(platform, features) : undefined;
    await adoptCarrierNumbers(platform, features);
    const { calls, numbers } = features;
    const addresses = (await numbers.listAllNumbers(db.queries)).flatMap((number) => {
      const address = calls.addressOf(number);
      return address === null ? [] : [{ number, address }];
    });
    const port = await http.listen();

    const opened = features;
    const stop = async (): Promise<void> => {
      http.drain();
      await opened.dialing.stop();
      await opened.calls.drain(config.drainMs);
      streams.close();
      await opened.close();
      await closePlatform();
    };
    let stopped: Promise<void> | undefined;
    return {
      port,
      demoSignIn,
      addresses,
      features,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await features?.close();
    await closePlatform();
    throw error;
  }
}
