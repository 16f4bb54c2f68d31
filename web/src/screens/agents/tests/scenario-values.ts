import { agentTestLimits } from '@parley/contract/agent-test-rules';
import type { Scenario, ScenarioCheck, ScenarioInput } from '@parley/contract/agent-tests';

/** A check as the form holds it; `key` keeps the row while others come and go. */
export type CheckRow = { key: string; kind: ScenarioCheck['kind']; text: string };
/** A function with what it answers, as the form holds it. */
export type AnswerRow = { key: string; name: string; answer: string };

export type ScenarioValues = {
  name: string;
  persona: string;
  goal: string;
  /** A line a turn. */
  lines: string;
  must: CheckRow[];
  mustNot: CheckRow[];
  answers: AnswerRow[];
};

export const newCheckRow = (): CheckRow => ({ key: crypto.randomUUID(), kind: 'judged', text: '' });
export const newAnswerRow = (): AnswerRow => ({ key: crypto.randomUUID(), name: '', answer: '' });

export function valuesOfScenario(scenario: Scenario | undefined): ScenarioValues {
  const toRow = (check: ScenarioCheck): CheckRow => ({
    ...newCheckRow(),
    kind: check.kind,
    text: check.kind === 'uses_function' ? check.name : check.kind === 'ends_call' ? '' : check.text,
  });
  return {
    name: scenario?.name ?? '',
    persona: scenario?.persona ?? '',
    goal: scenario?.goal ?? '',
    lines: scenario?.customer_lines.join('\n') ?? '',
    must: scenario?.must.map(toRow) ?? [],
    mustNot: scenario?.must_not.map(toRow) ?? [],
    answers: Object.entries(scenario?.function_answers ?? {}).map(([name, answer]) => ({
      ...newAnswerRow(),
      name,
      answer,
    })),
  };
}

/** What is sent; rows that were left empty are left out, and what the form does not show is kept. */
export function toScenarioInput(values: ScenarioValues, before: Scenario | undefined): ScenarioInput {
  const answers = values.answers.filter(({ name, answer }) => name.trim() !== '' && answer.trim() !== '');
  return {
    name: values.name.trim(),
    persona: values.persona.trim(),
    goal: values.goal.trim(),
    customer_lines: linesOf(values.lines),
    fields: before?.fields ?? {},
    function_answers: Object.fromEntries(answers.map(({ name, answer }) => [name.trim(), answer.trim()])),
    must: values.must.flatMap(toCheck),
    must_not: values.mustNot.flatMap(toCheck),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toCheck({ kind, text }: CheckRow): ScenarioCheck[] {
  const words = text.trim();
  if (kind === 'ends_call') return [{ kind }];
  if (words === '') return [];
  return kind === 'uses_function' ? [{ kind, name: words }] : [{ kind, text: words }];
}

const limits = agentTestLimits;

/** What is wrong with the values, by field. */
export const scenarioChecks = {
  name: (name: string) => (name.trim() === '' ? 'Name is required' : null),
  lines: (text: string, { persona, goal }: ScenarioValues) => {
    const lines = linesOf(text);
    if (lines.length > limits.lines) return `At most ${limits.lines} lines.`;
    if (lines.some((line) => line.length > limits.lineLength))
      return `A line has at most ${limits.lineLength} characters.`;
    if (lines.length === 0 && persona.trim() === '' && goal.trim() === '')
      return 'Write what the customer says, or who they are and what they want.';
    return null;
  },
};
