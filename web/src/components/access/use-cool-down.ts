import { useCallback, useEffect, useState } from 'react';

/** How long a mail should be waited for before another is asked for. */
const coolDownSeconds = 30;

/** Seconds until a mail may be asked for again, 0 when it may; `start` begins to count. */
export function useCoolDown(): { secondsLeft: number; start: () => void } {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const isRunning = nowMs < endsAtMs;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = useCallback(() => {
    const now = Date.now();
    setNowMs(now);
    setEndsAtMs(now + coolDownSeconds * 1_000);
  }, []);

  return { secondsLeft: isRunning ? Math.ceil((endsAtMs - nowMs) / 1_000) : 0, start };
}
