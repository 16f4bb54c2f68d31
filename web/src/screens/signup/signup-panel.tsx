import { IconBulb, IconNotes, IconWaveSine } from '@tabler/icons-react';
import access from '../../components/access/access-page.module.css';
import classes from './signup-panel.module.css';

/** SIGNUP-5: what the trial holds, and a picture of what is left of a call. The picture is hidden from readers. */
export function SignupPanel() {
  return (
    <aside className={access['panel']} aria-label="About the product">
      <p className={access['tagline']}>Your next call answers itself</p>
      <ul className={classes['list']}>
        {promises.map(({ title, text, Icon }) => (
          <li key={title}>
            <span className={classes['icon']}>
              <Icon size={20} stroke={1.8} aria-hidden="true" />
            </span>
            <span>
              <b>{title}</b>
              <span className={classes['text']}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['record']} aria-hidden="true">
        <div className={classes['head']}>
          <b>Call with Dana Whitfield</b>
          <span>4 min 12 s</span>
        </div>
        <svg className={classes['mood']} viewBox="0 0 480 70" preserveAspectRatio="none" aria-hidden="true">
          <path className={classes['area']} d={`${moodLine} L480 70 L0 70 Z`} />
          <path className={classes['stroke']} d={moodLine} />
        </svg>
        <p className={classes['summary']}>
          Moves to the yearly plan. Wants the contract by Friday, and a word with billing about the old
          invoice.
        </p>
        <div className={classes['tags']}>
          <span>Positive</span>
          <span>Follow-up on Friday</span>
          <span>2 questions answered</span>
        </div>
      </div>
    </aside>
  );
}

const promises = [
  {
    title: 'AI-Powered Call Insights',
    text: 'Recording, transcript, sentiment and outcome of every call.',
    Icon: IconWaveSine,
  },
  {
    title: 'Actionable Recommendations in Real-Time',
    text: 'Follow calls as they happen, and see what needs you.',
    Icon: IconBulb,
  },
  {
    title: 'Effortless Meeting Summaries',
    text: 'What was agreed, in a few lines, when the line goes quiet.',
    Icon: IconNotes,
  },
];

/** The mood of a call that begins with a complaint and ends well. */
const moodLine = 'M0 40 C40 36 60 52 96 56 S150 50 186 42 S250 40 284 28 S352 26 392 18 S450 12 480 10';
