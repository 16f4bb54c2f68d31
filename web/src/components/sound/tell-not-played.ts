import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../toasts.ts';

/** Tells why nothing is heard. */
export function tellNotPlayed(error: unknown): void {
  toast.error({ title: failureTitle(error), message: failureMessage(error, 'voice_not_played') });
}
