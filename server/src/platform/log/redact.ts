/** Names of fields that hold what a log must not: people, addresses, words of a call, secrets. */
const personalField =
  /^(to|from|name|body|html|detail|parameters|params)$|email|phone|(first|last|full|user|display)_?name|caller|recipient|transcript|utterance|text$|prompt|password|secret|token|authorization|cookie|api_?key|otp/i;

/** Where texts are searched: an address, or a number of seven digits and more as people write them. */
const emailInText = /[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+\.[^\s@"'<>(),;:=]+/g;
const phoneInText = /(?<![\w.:-])(?:\+?\(?\d(?:[ ()-]{0,2}\d){6,14}|\d{3}\.\d{3}\.\d{4})(?![\w:-])/g;
/** Passwords in URLs, such as a database's. */
const credentialsInUrl = /(\/\/[^\s:/@]*):[^\s/@]+@/g;

const mask = '[redacted]';
const longestText = 2_000;
const deepest = 5;
const mostItems = 50;

/**
 * A safety net, not the rule (the rule is: log ids, counts, times): masks fields whose names look personal
 * and addresses and phone numbers inside texts, and cuts what is too long or too deep.
 */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0);
}

/** Masks addresses, phone numbers and URL passwords in a text. */
export function redactText(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return short.replace(credentialsInUrl, '$1:***@').replace(emailInText, mask).replace(phoneInText, mask);
}

function redactObject(object: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object)
      .slice(0, mostItems)
      .map(([name, value]) => {
        const isPersonal = personalField.test(name) && value !== null && value !== undefined;
        return [name, isPersonal && typeof value !== 'boolean' ? mask : redactValue(value, depth + 1)];
      }),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) return redactError(value, depth);
  if (depth > deepest) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => redactValue(item, depth + 1));
  return redactObject(value, depth);
}

/** Type, message, code, stack and cause. A database's `detail` holds rows and is left out. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(withoutParameters(error.message)),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    // The stack begins with the message, which may be long; only its frames are kept.
    stack: error.stack
      ?.slice(error.stack.indexOf('\n    at ') + 1)
      .split('\n')
      .slice(0, 12)
      .join('\n'),
    ...(error.cause === undefined || depth > deepest ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}

/** Drizzle's failed-query message ends with the values of the query. */
function withoutParameters(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '');
}
