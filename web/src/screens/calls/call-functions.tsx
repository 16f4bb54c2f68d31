import { Text } from '@mantine/core';
import type { CallFunctionRun, CallNote } from '@parley/contract/calls';
import { IconTool } from '@tabler/icons-react';
import { formatSeconds } from '../../components/format.ts';
import classes from './call-panel.module.css';

/** What the agent did besides talking: with which arguments, and what it was answered. */
export function CallFunctions({ runs }: { runs: readonly CallFunctionRun[] }) {
  return (
    <ul className={classes['events']}>
      {runs.map((run) => (
        <li key={run.run_id}>
          <IconTool size={18} stroke={1.7} aria-hidden="true" />
          <div>
            <Text size="sm" fw={600} className={classes['event-text'] ?? ''}>
              {run.name}
            </Text>
            <dl className={classes['run']}>
              {Object.entries(run.arguments).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{describeValue(value)}</dd>
                </div>
              ))}
              <div>
                <dt>Answer</dt>
                <dd>{run.result ?? 'None came.'}</dd>
              </div>
            </dl>
          </div>
          <Text size="sm" c="dimmed" className="num">
            {run.took_ms === null ? '' : formatSeconds(run.took_ms)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** The notes without those that only repeat what a run tells in full. */
export function withoutRuns(notes: readonly CallNote[], runs: readonly CallFunctionRun[]): CallNote[] {
  return notes.filter(
    ({ kind, text }) => kind !== 'tool' || !runs.some(({ name }) => text.startsWith(`${name}: `)),
  );
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(describeValue).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
