/** Keys the customer pressed, from text such as "(pressed 1 on the phone keypad)". */
export function pressedKeys(text: string): string | undefined {
  const pressed = /\(pressed ([0-9A-D*#\s,]+?)(?: on the (?:phone )?keypad)?\)/i.exec(text)?.[1];
  return pressed?.replace(/[\s,]/g, '') || undefined;
}
