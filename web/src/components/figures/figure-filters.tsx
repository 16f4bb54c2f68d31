import { Select, Skeleton, Switch } from '@mantine/core';
import { formatAgentNumber } from '@parley/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { agentListQuery } from '../../api/agents.ts';
import { numberListQuery } from '../../api/numbers.ts';
import { type FigureSearch, lastSevenDays } from './figure-search.ts';
import classes from './figures.module.css';

const RangePicker = lazy(async () => ({ default: (await import('./range-picker.tsx')).RangePicker }));

type FigureFiltersProps = {
  search: FigureSearch;
  timeZone: string | undefined;
  /** Choices while the figures are samples. */
  sample: { agents: readonly { id: string; name: string }[]; numbers: readonly string[] } | null | undefined;
  /** Test calls of the period, and whether they count; undefined while unknown. */
  testCalls: { count: number; are_counted: boolean } | undefined;
  onChange: (search: FigureSearch) => void;
};

const all = 'all';
const periods = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
  { value: 'custom', label: 'Custom Range' },
];

/** The filters of DASH-2, the same wherever figures are shown. */
export function FigureFilters({ search, timeZone = 'UTC', sample, testCalls, onChange }: FigureFiltersProps) {
  const agents = useQuery({ ...agentListQuery, enabled: !sample });
  const numbers = useQuery({ ...numberListQuery, enabled: !sample });
  const agentChoices = sample
    ? sample.agents.map(({ id, name }) => ({ value: id, label: name }))
    : (agents.data ?? []).map((agent) => ({ value: agent.agent_uuid, label: agent.agent_name }));
  const numberChoices = sample
    ? sample.numbers.map((number) => ({ value: number, label: formatAgentNumber(number) }))
    : (numbers.data ?? []).map(({ phone }) => ({ value: phone, label: formatAgentNumber(phone) }));

  const change = (changed: { [Key in keyof FigureSearch]: FigureSearch[Key] | undefined }) => {
    const entries = Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(entries) as FigureSearch);
  };
  const choosePeriod = (period: string | null) => {
    if (period === 'custom') change({ period, ...lastSevenDays(Date.now(), timeZone) });
    else
      change({
        period: period === 'week' || period === 'month' ? period : undefined,
        from: undefined,
        to: undefined,
      });
  };

  return (
    <search className={classes['filters']} aria-label="Filters">
      <Select
        label="AI Agent"
        className={classes['filter'] ?? ''}
        data={withGone([{ value: all, label: 'All Agents' }, ...agentChoices], search.agent, 'Deleted agent')}
        value={search.agent ?? all}
        allowDeselect={false}
        onChange={(agent) => change({ agent: agent === all || agent === null ? undefined : agent })}
      />
      <Select
        label="Phone Number"
        className={classes['filter'] ?? ''}
        data={withGone(
          [{ value: all, label: 'All Numbers' }, ...numberChoices],
          search.number,
          formatAgentNumber(search.number ?? ''),
        )}
        value={search.number ?? all}
        allowDeselect={false}
        onChange={(number) => change({ number: number === all || number === null ? undefined : number })}
      />
      <Select
        label="Time Period"
        className={`${classes['filter']} ${classes['period']}`}
        data={periods}
        value={search.period ?? 'today'}
        allowDeselect={false}
        onChange={choosePeriod}
      />
      {search.period === 'custom' && search.from !== undefined && search.to !== undefined && (
        <Suspense fallback={<Skeleton className={classes['range'] ?? ''} height={36} />}>
          <RangePicker from={search.from} to={search.to} onChange={change} />
        </Suspense>
      )}
      {testCalls && (testCalls.count > 0 || search.tests !== undefined) && (
        <Switch
          className={classes['tests'] ?? ''}
          label={`Count test calls (${testCalls.count.toLocaleString('en-US')})`}
          checked={testCalls.are_counted}
          onChange={({ currentTarget }) => change({ tests: currentTarget.checked ? 'include' : 'exclude' })}
        />
      )}
    </search>
  );
}

/** Keeps what the address asks for among the choices, though it is gone. */
function withGone(
  choices: { value: string; label: string }[],
  chosen: string | undefined,
  label: string,
): { value: string; label: string }[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label }];
}
