import { formatCallLogNumber } from '@parley/contract/phone';
import {
  type CallListProps,
  Direction,
  Duration,
  EndReason,
  rowButtonId,
  SentimentBadge,
  ToNumber,
} from './call-row.tsx';
import classes from './calls.module.css';

/** The log for phones: each call a card with the same facts as a row of the table. */
export function CallCards({ calls, openCallId, onOpen }: CallListProps) {
  return (
    <ul className={classes['cards']}>
      {calls.map((call) => (
        <li key={call.id}>
          <button
            type="button"
            id={rowButtonId(call.id)}
            className={classes['card']}
            aria-expanded={call.id === openCallId}
            onClick={() => onOpen(call.id)}
          >
            <span className={classes['card-line']}>
              <Direction direction={call.direction} />
              <Duration call={call} />
            </span>
            <span className={classes['card-numbers']}>
              <span className="num nowrap">{formatCallLogNumber(call.from_number)}</span>
              <span aria-hidden="true">→</span>
              <span className="sr">to</span>
              <ToNumber number={call.to_number} />
            </span>
            <span className={classes['card-line']}>
              <span className={classes['card-agent']}>{call.agent_name}</span>
              <SentimentBadge sentiment={call.user_sentiment} />
            </span>
            <span className={classes['card-reason']}>
              <EndReason call={call} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
