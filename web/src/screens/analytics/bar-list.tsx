import { Card, Text, Title } from '@mantine/core';
import { wordShare } from '../../components/figures/figure-words.ts';
import classes from './analytics.module.css';

type BarListProps = {
  title: string;
  note?: string | undefined;
  /** What there is instead of a list. */
  empty: string;
  rows: readonly { id: string; label: string; calls: number; color?: string | undefined }[];
};

/** Counts as a table whose rows carry a bar: the chart and its table in one. */
export function BarList({ title, note, empty, rows }: BarListProps) {
  const whole = rows.reduce((sum, { calls }) => sum + calls, 0);
  const most = Math.max(1, ...rows.map(({ calls }) => calls));
  return (
    <Card component="section" aria-label={title} className={classes['card'] ?? ''}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {note !== undefined && (
        <Text size="sm" c="dimmed" mt={2}>
          {note}
        </Text>
      )}
      {whole === 0 ? (
        <Text c="dimmed" mt="md">
          {empty}
        </Text>
      ) : (
        <table className={classes['bars']}>
          <thead className="sr">
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">Calls</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, label, calls, color = 'var(--app-chart-first)' }) => (
              <tr key={id}>
                <th scope="row">
                  {label}
                  <span className={classes['track']} aria-hidden="true">
                    <span
                      className={classes['bar']}
                      style={{ width: `${(calls / most) * 100}%`, background: color }}
                    />
                  </span>
                </th>
                <td className="num">{calls.toLocaleString('en-US')}</td>
                <td className={`num ${classes['share']}`}>{wordShare(calls, whole)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
