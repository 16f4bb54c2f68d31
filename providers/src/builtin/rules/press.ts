import type { ToolDescription } from '@parley/engine/interfaces/language-model';
import { english } from '../languages/english.ts';
import { readMenu } from './menu.ts';

/**
 * The keys to press when the other side reads out a phone menu and the prompt orders what to do there:
 * "press 2 when you reach a phone menu" or "in a menu choose sales". Undefined when nothing fits. English only.
 */
export function findMenuPress(orders: readonly string[], said: string): string | undefined {
  if (orders.length === 0 || !/\bpress|\bdial\b/i.test(said)) return undefined;
  const offered = readMenu(said.replace(/\bto speak (?:with|to)\b/gi, 'for'));
  for (const order of orders) {
    const digits = /\b(?:press|dial)\s+((?:[0-9*#]\s?)+)/i.exec(order)?.[1]?.replace(/\s/g, '');
    if (digits) return digits;
    const wanted = new Set(english.contentStems(order));
    for (const [digit, meaning] of offered) {
      if (english.contentStems(meaning).some((stem) => wanted.has(stem))) return digit;
    }
  }
  return undefined;
}

/** The call of the tool: its first required text, or `digits`, takes the keys. */
export function pressTool(
  tool: ToolDescription,
  digits: string,
): { name: string; arguments: Record<string, string> } {
  const required = tool.parameters['required'];
  const first = Array.isArray(required) && typeof required[0] === 'string' ? required[0] : 'digits';
  return { name: tool.name, arguments: { [first]: digits } };
}
