import type { sessionMarkerCookie as contractName } from '@parley/contract/accounts';

/** The cookie that says "signed in" and carries no secret (ROUTE-5). Its spelling is checked against the contract. */
export const sessionMarkerCookie: typeof contractName = 'parley-signed-in';

/** True while the browser holds the session marker; the server checks the real session on every call. */
export function hasSessionMarker(cookies: string = document.cookie): boolean {
  return cookies.split(/;\s*/).some((cookie) => cookie.startsWith(`${sessionMarkerCookie}=`));
}

/** Takes the marker away, after logout or when the server no longer knows the session. */
export function clearSessionMarker(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and on plain HTTP.
  document.cookie = `${sessionMarkerCookie}=; path=/; max-age=0; samesite=lax`;
}
