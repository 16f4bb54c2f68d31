/** SHELL-1: the choice is kept for 7 days. */
const keptSeconds = 7 * 24 * 60 * 60;
const cookieName = 'sidebar-open';

/** Whether the sidebar is open; open when nothing was chosen. */
export function readSidebarPreference(cookies: string = document.cookie): boolean {
  return !cookies.split(/;\s*/).includes(`${cookieName}=false`);
}

/** The cookie that keeps the choice. */
export function sidebarCookie(isOpen: boolean): string {
  return `${cookieName}=${isOpen}; path=/; max-age=${keptSeconds}; samesite=lax`;
}
