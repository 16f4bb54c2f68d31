/** LOGIN-6, SIGNUP-7: what is wrong with an email, or null. */
export function checkEmail(email: string, invalidMessage = 'Please enter a valid email'): string | null {
  const text = email.trim();
  if (text === '') return 'Email is required';
  // The server checks by the same grammar and more; here only what a slip of the hand makes.
  return text.length <= 254 && /^[^\s@,;:<>()]+@[^\s@,;:<>()]+\.[^\s@.,;:<>()]{2,}$/.test(text)
    ? null
    : invalidMessage;
}
