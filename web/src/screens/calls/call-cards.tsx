import {
  CallAgent,
  type CallListProps,
  CallNumber,
  Direction,
  Duration,
  EndReason,
  rowButtonId,
  SentimentBadge,
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
              <CallNumber call={call} side="from" />
              <span aria-hidden="true">→</span>
              <span className="sr">to</span>
              <CallNumber call={call} side="to" />
            </span>
            <span className={classes['card-line']}>
              <span className={classes['card-agent']}>
                <CallAgent call={call} />
              </span>
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
