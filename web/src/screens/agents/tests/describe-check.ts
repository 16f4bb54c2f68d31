import type { ScenarioCheck } from '@parley/contract/agent-tests';

/** What a check looks for, as a form offers it. */
export const checkKinds: readonly { kind: ScenarioCheck['kind']; label: string; placeholder: string }[] = [
  { kind: 'judged', label: 'In plain words', placeholder: 'The agent offers a callback.' },
  { kind: 'says', label: 'The agent says', placeholder: 'nine in the morning' },
  { kind: 'uses_function', label: 'The agent uses the function', placeholder: 'book_calendar' },
  { kind: 'ends_call', label: 'The agent ends the call', placeholder: '' },
];

/** A check in words: `The agent says “nine”`. */
export function describeCheck(check: ScenarioCheck): string {
  switch (check.kind) {
    case 'judged':
      return check.text;
    case 'says':
      return `The agent says “${check.text}”`;
    case 'uses_function':
      return `The agent uses ${check.name}`;
    case 'ends_call':
      return 'The agent ends the call';
  }
}
