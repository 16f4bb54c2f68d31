import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import classes from './chart-card.module.css';

export type ColumnSeries = { key: string; label: string; color: string };

type ColumnsChartProps = {
  /** What the chart shows, in words for who does not see it. */
  summary: string;
  series: readonly ColumnSeries[];
  data: readonly Record<string, string | number>[];
  /** The field of `data` that names each column. */
  nameKey: string;
  height?: number;
};

/** Columns, the parts of each stacked. Nothing moves when figures change: it is calm while calls come in. */
export function ColumnsChart({ summary, series, data, nameKey, height = 260 }: ColumnsChartProps) {
  const id = useId();
  const line = 'var(--app-line)';
  const words = { fill: 'var(--mantine-color-dimmed)', fontSize: 12.5 };
  return (
    <div className={classes['columns']}>
      {series.length > 1 && (
        <ul className={classes['legend']}>
          {series.map(({ key, label, color }) => (
            <li key={key}>
              <span className={classes['swatch']} style={{ background: color }} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      )}
      <p id={id} className="sr">
        {summary}
      </p>
      <div role="img" aria-labelledby={id}>
        <ResponsiveContainer width="100%" height={height}>
          <BarChart
            data={[...data]}
            margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke={line} strokeDasharray="3 4" />
            <XAxis
              dataKey={nameKey}
              tickLine={false}
              axisLine={{ stroke: line }}
              tick={words}
              minTickGap={18}
              tickMargin={6}
            />
            <YAxis
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              tick={words}
              width={38}
              tickFormatter={(value: number) => value.toLocaleString('en-US', { notation: 'compact' })}
            />
            <Tooltip
              cursor={{ fill: 'var(--app-hover)' }}
              isAnimationActive={false}
              content={({ active, payload, label }) =>
                active === true && payload.length > 0 ? (
                  <div className={classes['tooltip']}>
                    <strong>{label}</strong>
                    {payload.map((part) => (
                      <div key={String(part.dataKey)} className="num">
                        {part.name}: {Number(part.value).toLocaleString('en-US')}
                      </div>
                    ))}
                  </div>
                ) : null
              }
            />
            {series.map(({ key, label, color }) => (
              <Bar
                key={key}
                dataKey={key}
                name={label}
                stackId="all"
                fill={color}
                isAnimationActive={false}
                maxBarSize={44}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
