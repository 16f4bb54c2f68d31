import { AppError, errorSentence } from '@parley/contract/errors';

/** LOGIN-6. */
export function checkPassword(password: string): string | null {
  return password === '' ? 'Password is required' : null;
}

/** LOGIN-5: the server's message, else the sentence for wrong credentials; without an answer, that of the network. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof AppError)) return errorSentence('unexpected');
  // A 401 without a sentence of ours: that nobody is signed in is no news on this screen.
  const isWordless = error.message === '' || error.code === 'not_signed_in';
  if (!isWordless) return error.message;
  return errorSentence(error.status === 401 ? 'credentials_wrong' : 'unexpected');
}

/** ROUTE-4: the page asked for. Only paths of this app count: a link must not lead elsewhere after sign-in. */
export function returnPath(redirect: string | undefined): string {
  return redirect && /^\/app(?:[/?#]|$)/.test(redirect) ? redirect : '/app/dashboard';
}
