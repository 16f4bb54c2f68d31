import type { FlightCheck } from '@parley/contract/campaigns';

type Greeting = FlightCheck['greetings'][number];

/** What is heard, by whom: the same words once, in the order they came. */
export function joinGreetings(greetings: readonly Greeting[]): { text: string; heardBy: Greeting[] }[] {
  const byText = new Map<string, Greeting[]>();
  for (const greeting of greetings)
    byText.set(greeting.text, [...(byText.get(greeting.text) ?? []), greeting]);
  return Array.from(byText, ([text, heardBy]) => ({ text, heardBy }));
}
