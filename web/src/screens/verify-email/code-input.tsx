import { useState } from 'react';
import classes from './code-input.module.css';

/** Digits of a mailed code. */
export const codeLength = 6;

type CodeInputProps = {
  value: string;
  onChange: (code: string) => void;
  describedBy: string;
  isWrong: boolean;
};

/**
 * Six slots drawn over one text field: what is pasted or offered by the browser fills them all, and arrows,
 * Backspace and screen readers meet a plain field.
 */
export function CodeInput({ value, onChange, describedBy, isWrong }: CodeInputProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const [caret, setCaret] = useState(0);
  const at = Math.min(caret, codeLength - 1);

  return (
    <div className={classes['code']} data-wrong={isWrong || undefined}>
      <input
        className={classes['field']}
        aria-label="6-digit code"
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else.
        autoFocus
        value={value}
        onChange={(event) => {
          onChange(readCode(event.currentTarget.value));
          setCaret(Math.min(event.currentTarget.selectionStart ?? codeLength, codeLength));
        }}
        onPaste={(event) => {
          const pasted = readCode(event.clipboardData.getData('text'));
          // A whole code replaces what stands there, wherever the caret is; spaces and dashes in it do not count.
          if (pasted.length < codeLength) return;
          event.preventDefault();
          onChange(pasted);
          setCaret(codeLength);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      />
      <div className={classes['slots']} aria-hidden="true">
        {slots.map((slot) => (
          <span
            key={slot}
            className={classes['slot']}
            data-active={(hasFocus && slot === at) || undefined}
            data-empty={value[slot] === undefined || undefined}
          >
            {value[slot]}
          </span>
        ))}
      </div>
    </div>
  );
}

const slots = Array.from({ length: codeLength }, (_, slot) => slot);

/** The digits of what was typed or pasted, six at most; digits of other scripts count as what they mean. */
export function readCode(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength);
}
