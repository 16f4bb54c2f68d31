/** Password rules in the words of the specification (SIGNUP-7), first failing rule first. */
export const passwordRules = [
  {
    label: 'Minimum 8 characters',
    message: 'Password must be at least 8 characters',
    test: (value: string) => value.length >= 8,
  },
  {
    label: '1 special character',
    message: 'Password must contain at least 1 special character',
    test: (value: string) => /[!@#$%^&*(),.?":{}|<>]/.test(value),
  },
  {
    label: '1 uppercase character',
    message: 'Password must contain at least 1 uppercase character',
    test: (value: string) => /\p{Lu}/u.test(value),
  },
  {
    label: '1 lowercase character',
    message: 'Password must contain at least 1 lowercase character',
    test: (value: string) => /\p{Ll}/u.test(value),
  },
] as const;

/** Longest password, in characters: making its hash should not be a load. */
export const passwordMaxLength = 128;
