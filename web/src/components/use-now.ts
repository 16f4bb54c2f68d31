import { useEffect, useState } from 'react';

/** The time in ms, brought up to date each second while `isRunning`. */
export function useNow(isRunning = true): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
