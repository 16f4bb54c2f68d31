import { IconCalendarCheck, IconPhoneCall } from '@tabler/icons-react';
import access from '../../components/access/access-page.module.css';
import classes from './login-panel.module.css';

/** LOGIN-3: the tagline, and a picture of a call under way. The picture is decoration and hidden from readers. */
export function LoginPanel() {
  return (
    <aside className={access['panel']} aria-label="About the product">
      <p className={access['tagline']}>24/7 AI agents that talk like your best rep</p>
      <p className={access['promise']}>
        They answer and place real phone calls, take notes, and leave you the recording and every word.
      </p>
      <div className={classes['call']} aria-hidden="true">
        <div className={classes['line']}>
          <span className={classes['phone']}>
            <IconPhoneCall size={19} stroke={1.8} />
          </span>
          <span className={classes['who']}>
            <b>Riverside Dental</b>
            <span>answered after 1 ring</span>
          </span>
          <span className={classes['clock']}>
            <span className="live-dot" />
            0:42
          </span>
        </div>
        <svg className={classes['wave']} viewBox="0 0 560 64" preserveAspectRatio="none" aria-hidden="true">
          {bars.map(({ at, height }) => (
            <rect
              key={at}
              x={at * 10 + 2}
              y={32 - height / 2}
              width="5"
              height={height}
              rx="2.5"
              data-speaker={at < 25 ? 'customer' : 'agent'}
              style={{ animationDelay: `${(at % 9) * -0.23}s` }}
            />
          ))}
        </svg>
        <p className={classes['said']} data-speaker="customer">
          Do you have anything on Thursday afternoon?
        </p>
        <p className={classes['said']} data-speaker="agent">
          I do: ten past two, or four o’clock. Which suits you better?
        </p>
        <p className={classes['done']}>
          <IconCalendarCheck size={16} stroke={1.9} />
          Thursday, 2:10 PM is booked
        </p>
      </div>
    </aside>
  );
}

/** Heights in pixels, as of two voices: a question, a pause, an answer. */
const bars = Array.from({ length: 56 }, (_, at) => {
  const envelope = Math.abs(Math.sin(at / 5.2)) * (at > 21 && at < 26 ? 0.15 : 1);
  const grain = 0.55 + 0.45 * Math.abs(Math.sin(at * 2.4));
  return { at, height: Math.round(5 + 57 * envelope * grain) };
});
