import { Card, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract/analytics';
import type { CSSProperties } from 'react';
import classes from './analytics.module.css';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** When calls happen: a table of weekdays and hours, darker where there are more. */
export function HeatMap({ hours }: { hours: Overview['hours'] }) {
  const counts = new Map(hours.map(({ weekday, hour, calls }) => [weekday * 24 + hour, calls]));
  const most = Math.max(1, ...hours.map(({ calls }) => calls));
  return (
    <Card component="section" aria-label="Busy hours" className={classes['card'] ?? ''}>
      <Title order={2} size="h3">
        Busy hours
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        Calls by weekday and hour, in your time zone
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={classes['heat-scroller']} aria-label="Calls by weekday and hour" tabIndex={0}>
        <table className={classes['heat']}>
          <thead>
            <tr>
              <td />
              {hoursOfDay.map((hour) => (
                <th key={hour} scope="col">
                  <span aria-hidden="true">{hour % 3 === 0 ? wordHour(hour) : ''}</span>
                  <span className="sr">{wordHour(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, day) => (
              <tr key={name}>
                <th scope="row">{name.slice(0, 3)}</th>
                {hoursOfDay.map((hour) => {
                  const calls = counts.get((day + 1) * 24 + hour) ?? 0;
                  const words = `${name}, ${wordHour(hour)}: ${calls.toLocaleString('en-US')} ${calls === 1 ? 'call' : 'calls'}`;
                  return (
                    <td
                      key={hour}
                      title={words}
                      // Few calls still show: the weakest tint is a fifth of the strongest.
                      style={{ '--heat': `${calls === 0 ? 0 : 20 + (80 * calls) / most}%` } as CSSProperties}
                    >
                      <span className="sr">{calls}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function wordHour(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
