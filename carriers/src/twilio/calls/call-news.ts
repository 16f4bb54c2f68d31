import { textOf } from '../twilio-error.ts';
import { callStatuses } from './end-reason-of.ts';
import type { CallNews } from './twilio-call.ts';

const readStatus = (text: string | null) => callStatuses.find((status) => status === text);
const readNumber = (text: unknown) => {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) ? value : 0;
};

/** What a webhook tells of a call; undefined where it tells nothing that is known. */
export function newsOfWebhook(form: URLSearchParams): CallNews | undefined {
  const status = readStatus(form.get('CallStatus'));
  return (
    status && {
      status,
      sipResponse: readNumber(form.get('SipResponseCode')),
      error: readNumber(form.get('ErrorCode')),
    }
  );
}

/** What an answer of the API tells of a call. Throws for what is none. */
export function newsOfAnswer(answer: unknown): CallNews {
  const status = readStatus(textOf(answer, 'status'));
  if (status === undefined) throw new Error('Twilio names a state of a call that is not known.');
  return { status, sipResponse: 0, error: 0 };
}
