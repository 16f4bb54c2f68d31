/** The name to greet with: the user's own, else the part of the email before the @, else 'User' (LOGIN-7). */
export function displayName(user: { name?: string | null; email?: string | null }): string {
  return user.name?.trim() || user.email?.split('@')[0]?.trim() || 'User';
}
