/**
 * What is said when something worked: the words of the specification, each once (ERR-2).
 * A sentence's `{name}` is a parameter.
 */
export const successes = {
  logged_in: { title: 'Login successful', message: 'Welcome back, {email}!' },
  account_created: {
    title: 'Account created',
    message: 'Welcome to {product}! Your account has been created successfully.',
  },
  email_verified: { title: 'Email verified', message: 'Your email has been successfully verified.' },
  code_resent: {
    title: 'Code resent',
    message: 'A new verification code has been sent to your email.',
  },
  agent_enabled: { message: 'Agent enabled successfully!' },
  agent_disabled: { message: 'Agent disabled successfully!' },
  agent_deleted: { message: 'Agent deleted successfully!' },
  agent_saved: { message: 'Agent saved successfully!' },
  test_call_placed: { message: 'Test call initiated successfully!' },
  merge_field_created: { message: 'Merge field created successfully!' },
  knowledge_base_created: { message: 'Knowledge base created successfully!' },
  knowledge_base_deleted: { message: 'Knowledge base deleted successfully!' },
  campaign_created: { message: 'Campaign created successfully!' },
  campaign_status_changed: { message: 'Campaign has been {status}.' },
  campaign_deleted: { message: 'Campaign deleted successfully' },
  campaign_saved: { message: 'Campaign settings updated successfully' },
  profile_saved: { message: 'Profile updated successfully.' },
  number_saved: { message: 'Phone number agent settings updated successfully' },
} as const satisfies Record<string, { title?: string; message: string }>;

export type SuccessCode = keyof typeof successes;

type ParamsIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;
type ParamsOf<Code extends SuccessCode> = ParamsIn<(typeof successes)[Code]['message']>;

/** The toast of a success: title where it has one, and the sentence with its parameters filled in. */
export function successToast<Code extends SuccessCode>(
  code: Code,
  ...[params]: [ParamsOf<Code>] extends [never] ? [] : [params: Record<ParamsOf<Code>, string>]
): { title?: string; message: string } {
  const values: Record<string, string> = params ?? {};
  return {
    ...successes[code],
    message: successes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  };
}
