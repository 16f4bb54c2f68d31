import { errorSentence } from '@parley/contract/errors';

/** Why the way back from a vendor brought no connection, for the user. */
export function describeFailure(reason: string, name: string): string {
  const sentences: Record<string, string> = {
    denied: `The permission was not given, so ${name} is not connected. Connect again whenever you like.`,
    expired: 'This took too long, or was begun in another window. Please connect again.',
    not_set_up: `${name} is not set up yet. Open it to see how.`,
    not_allowed: 'Your role does not connect integrations. Ask an owner or admin.',
    permission_missing: `${name} needs every permission it asks for. Please connect again and leave all of them ticked.`,
    unreachable: `${name} did not answer. Please try again in a moment.`,
  };
  return sentences[reason] ?? errorSentence('integration_not_connected');
}
