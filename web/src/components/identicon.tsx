import { useEffect, useState } from 'react';
import { avatarSize, hashEmail, type IdenticonPattern, identiconOf } from './identicon-pattern.ts';

/** The avatar of an email address, drawn here: no third party learns who looks at whom. Decorative. */
export function Identicon({ email, size }: { email: string; size?: number }) {
  const [pattern, setPattern] = useState<IdenticonPattern>();
  useEffect(() => {
    let isCurrent = true;
    setPattern(undefined);
    // Nobody is known yet: somebody else's picture would only flash.
    if (email.trim() === '') return;
    void hashEmail(email).then((hash) => {
      if (isCurrent) setPattern(identiconOf(hash));
    });
    return () => {
      isCurrent = false;
    };
  }, [email]);

  const pixels = avatarSize(size);
  const hue = pattern?.hue ?? 150;
  return (
    <svg
      width={pixels}
      height={pixels}
      viewBox="0 0 7 7"
      aria-hidden="true"
      focusable="false"
      style={{ borderRadius: '30%', display: 'block' }}
    >
      <rect width="7" height="7" fill={`hsl(${hue} 42% 90%)`} />
      {pattern && <path d={cellsPath(pattern)} fill={`hsl(${hue} 48% 32%)`} />}
    </svg>
  );
}

/** The filled cells as one path; a hair wider than a cell, so that no seam shows between neighbours. */
function cellsPath({ cells }: IdenticonPattern): string {
  return cells
    .map((isFilled, at) => (isFilled ? `M${1 + (at % 5)} ${1 + Math.floor(at / 5)}h1.02v1.02h-1.02z` : ''))
    .join('');
}
