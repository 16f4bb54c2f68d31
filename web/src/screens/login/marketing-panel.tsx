import { Text } from '@mantine/core';
import classes from './login.module.css';

/** LOGIN-3: the tagline, and a picture of what the product does. The picture is decoration and hidden from readers. */
export function MarketingPanel() {
  return (
    <aside className={classes['panel']} aria-label="About the product">
      <p className={classes['tagline']}>24/7 AI agents that talk like your best rep</p>
      <Text className={classes['promise']}>
        They answer and place real phone calls, take notes, and leave you the recording and every word.
      </Text>
      <div className={classes['scene']} aria-hidden="true">
        <div className={classes['wave']}>
          {bars.map(({ at, height }) => (
            <i key={at} style={{ height: `${height}%`, animationDelay: `${(at % 9) * -0.23}s` }} />
          ))}
        </div>
        <p className={classes['said']} data-speaker="customer">
          Do you have anything on Thursday afternoon?
        </p>
        <p className={classes['said']} data-speaker="agent">
          I do: ten past two, or four o’clock. Which suits you better?
        </p>
      </div>
    </aside>
  );
}

/** Heights in per cent, as of a sentence: two words, a pause, four words. */
const bars = Array.from({ length: 56 }, (_, at) => {
  const envelope = Math.abs(Math.sin(at / 5.2)) * (at > 20 && at < 25 ? 0.15 : 1);
  const grain = 0.55 + 0.45 * Math.abs(Math.sin(at * 2.4));
  return { at, height: Math.round(8 + 92 * envelope * grain) };
});
