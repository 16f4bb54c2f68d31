import { fillSentence } from '@parley/engine/interfaces/spoken-sentences';
import type { Phrases } from '../languages/language-rules.ts';

/** What the keys of the phone mean, as the prompt describes them. */
export type Menu = ReadonlyMap<string, string>;

const keyWords: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  zero: '0',
  star: '*',
  pound: '#',
  hash: '#',
};
const key = `([0-9*#]|${Object.keys(keyWords).join('|')})`;

/**
 * Finds lines such as "press 1 for sales, 2 for support", "1 = opening hours" or "if the caller presses 3,
 * tell them the address".
 */
export function readMenu(prompt: string): Menu {
  const menu = new Map<string, string>();
  const add = (name: string, meaning: string) => {
    const digit = keyWords[name.toLowerCase()] ?? name;
    const cleaned = meaning
      .replace(/["“”.]+$/g, '')
      .replace(/^(?:the|our|a|an)\s+/i, '')
      .trim();
    if (cleaned && !/[{}]/.test(cleaned) && !menu.has(digit)) menu.set(digit, cleaned);
  };
  for (const line of prompt.split(/\r?\n|(?<=[.!?])\s+/)) {
    if (
      !/\b(?:press|presses|pressed|dial|key|keys|option|menu)\b/i.test(line) &&
      !/^\s*[-*•]?\s*[0-9*#]\s*[=:]/.test(line)
    ) {
      continue;
    }
    if (/\b(?:ivr|automated|phone system|you reach|you hear)\b/i.test(line)) continue;
    const pressed = new RegExp(`\\bpress(?:es|ed)?\\s+${key},\\s*(?:then\\s+)?(.+)$`, 'i').exec(line);
    const isConditional = /^\s*[-*•]?\s*(?:if|when)\b/i.test(line);
    if (pressed && isConditional) {
      add(pressed[1]!, pressed[2]!);
      continue;
    }
    const option = new RegExp(
      `(?:^|[\\s,;(])${key}\\s*(?:for|to(?: reach| speak (?:to|with)| hear| get)?|=|:|-|–|means)\\s+([^,;.\\n]+?)(?=\\s*(?:,|;|\\.|$|\\s(?:or |and |to |for )?(?:please )?press\\b|\\s(?:or|and)\\s+${key}\\b))`,
      'gi',
    );
    for (const [, digit, meaning] of line.matchAll(option)) add(digit!, meaning!);
  }
  return menu;
}

/** The menu as it is read to a customer. */
export function menuSentence(menu: Menu, phrases: Phrases): string {
  const options = Array.from(menu, ([digit, meaning]) =>
    fillSentence(phrases.menuOption, { key: keyName(digit, phrases), option: optionName(meaning) }),
  );
  return options.length === 0 ? '' : fillSentence(phrases.pressMenu, { options: options.join(', ') });
}

/** How a key is said. */
export function keyName(digit: string, { star, hash }: Phrases): string {
  return { '*': star, '#': hash }[digit] ?? digit;
}

/** A short name of what a key does. */
export function optionName(meaning: string): string {
  return meaning
    .replace(/^(?:tell|give|read|inform|offer)\s+(?:them|him|her|the \w+)?\s*(?:about\s+)?(?:that\s+)?/i, '')
    .replace(/^(?:say|explain|ask|mention)\s+(?:that\s+|for\s+)?/i, '')
    .replace(/^(?:the|our)\s+/i, '')
    .trim();
}
