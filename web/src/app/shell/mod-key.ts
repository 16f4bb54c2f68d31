const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A shortcut as the keyboard in front of the user names it: `⌘B`, `Ctrl+B`. */
export function modKey(letter: string): string {
  return isApple ? `⌘${letter}` : `Ctrl+${letter}`;
}
