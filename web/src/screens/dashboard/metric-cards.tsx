import { Skeleton, Tooltip, UnstyledButton } from '@mantine/core';
import type { Figure } from '@parley/contract/analytics';
import type { Metric } from '@parley/contract/metrics';
import {
  IconArrowDownRight,
  IconArrowUpRight,
  IconCalendarCheck,
  IconMinus,
  IconMoodSad,
  IconMoodSmile,
  IconPhoneCall,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPhoneX,
  IconRecordMail,
  IconTransfer,
  IconZzz,
} from '@tabler/icons-react';
import classes from './metric-cards.module.css';

const icons: Record<Metric, typeof IconMinus> = {
  calls_made: IconPhoneOutgoing,
  calls_connected: IconPhoneCall,
  calls_received: IconPhoneIncoming,
  missed_calls: IconPhoneX,
  positive_sentiment: IconMoodSmile,
  negative_sentiment: IconMoodSad,
  voicemail_dropped: IconRecordMail,
  calls_transferred: IconTransfer,
  appointments_booked: IconCalendarCheck,
  no_answer_calls: IconZzz,
};
const trendIcons = { up: IconArrowUpRight, down: IconArrowDownRight, level: IconMinus };
const toneWords = { good: 'Better', bad: 'Worse', neutral: '' };

/** Tooltips of the dashboard open after 700 ms; within 300 ms of one, the next opens at once. */
const tooltipOpenMs = 700;
const tooltipSkipMs = 300;

type MetricCardsProps = {
  figures: readonly Figure[];
  /** As in `from yesterday`. */
  beforeName: string;
  isSample: boolean;
  onOpen: (metric: Metric) => void;
};

/** The ten figures (DASH-3): each opens the calls it counts. */
export function MetricCards({ figures, beforeName, isSample, onOpen }: MetricCardsProps) {
  return (
    <Tooltip.Group openDelay={tooltipOpenMs} closeDelay={tooltipSkipMs}>
      <ul className={classes['cards']} aria-label="Figures">
        {figures.map((figure) => (
          <li key={figure.metric}>
            <MetricCard
              figure={figure}
              tooltip={isSample ? figure.meaning : `${figure.meaning} ${wordBefore(figure, beforeName)}`}
              onOpen={() => onOpen(figure.metric)}
            />
          </li>
        ))}
      </ul>
    </Tooltip.Group>
  );
}

/** The id of a card: the focus returns to it when its calls are closed. */
export const cardId = (metric: Metric): string => `figure-${metric}`;

function MetricCard({ figure, tooltip, onOpen }: { figure: Figure; tooltip: string; onOpen: () => void }) {
  const Icon = icons[figure.metric];
  const TrendIcon = trendIcons[figure.trend];
  return (
    <Tooltip label={tooltip} w={260} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton
        id={cardId(figure.metric)}
        className={classes['card'] ?? ''}
        data-metric={figure.metric}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <span className={classes['head']}>
          <span className={classes['title']}>{figure.title}</span>
          <Icon size={18} stroke={1.7} aria-hidden="true" className={classes['icon']} />
        </span>
        <span className={`num ${classes['value']}`}>{figure.value.toLocaleString('en-US')}</span>
        <span className={`num ${classes['change']}`} data-tone={figure.tone} data-trend={figure.trend}>
          <TrendIcon size={16} stroke={2} aria-hidden="true" />
          <span>{figure.change}</span>
          {toneWords[figure.tone] !== '' && <span className="sr">{toneWords[figure.tone]}</span>}
        </span>
      </UnstyledButton>
    </Tooltip>
  );
}

function wordBefore({ before }: Figure, beforeName: string): string {
  const count = before.toLocaleString('en-US');
  const name = beforeName.charAt(0).toUpperCase() + beforeName.slice(1);
  return `${name}, up to the same time: ${count}.`;
}

/** Ten cards of the same shape while the figures load. */
export function MetricCardsLoading() {
  return (
    <div role="status" aria-label="Loading figures" className={classes['cards']}>
      {Array.from({ length: 10 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike.
        <Skeleton key={at} height={128} radius="lg" />
      ))}
    </div>
  );
}
