import { AppError } from '@parley/contract/errors';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Log } from '../../platform/log/log.ts';

/** The action the signup screen names when it asks for a token. */
const signupAction = 'signup';

/** https://developers.google.com/recaptcha/docs/v3, "Site Verify Response". Score and action come with v3 only. */
const Verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  score: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
});

/**
 * Makes sure that a person signs up, where keys are configured (SIGNUP-3); does nothing else. A service that
 * cannot be asked lets nobody in: otherwise whoever can disturb it is free of it.
 * Errors: recaptcha_refused, recaptcha_unavailable.
 */
export async function checkPerson(
  { config, log }: { config: Pick<Config, 'recaptcha' | 'publicUrl'>; log: Log },
  {
    token,
    address,
    answerMaxMs = 5_000,
  }: { token: string | undefined; address: string; answerMaxMs?: number },
): Promise<void> {
  const { recaptcha, publicUrl } = config;
  if (recaptcha === undefined) return;
  if (token === undefined || token === '') throw AppError.of('recaptcha_refused');
  const verdict = await askService(recaptcha, { token, address, answerMaxMs }).catch((error: unknown) => {
    log.warn('The service that proves people could not be asked.', { error: String(error) });
    throw AppError.of('recaptcha_unavailable');
  });
  const { success, hostname, score = 1, action = signupAction } = verdict;
  const isOurs = hostname === undefined || hostname === new URL(publicUrl).hostname;
  if (!success || !isOurs || action !== signupAction || score < recaptcha.minScore)
    throw AppError.of('recaptcha_refused');
}

async function askService(
  { secretKey, verifyUrl }: NonNullable<Config['recaptcha']>,
  { token, address, answerMaxMs }: { token: string; address: string; answerMaxMs: number },
): Promise<z.output<typeof Verdict>> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token, remoteip: address }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMaxMs),
  });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  return Verdict.parse(await response.json());
}
