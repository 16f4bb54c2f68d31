import { useEffect, useRef, useState } from 'react';

/** What is heard now, or being fetched, by the key it was asked with. */
export type HeardSound = { key: string; state: 'loading' | 'playing' };

export type SoundPlayer = {
  now: HeardSound | undefined;
  /** Fetches the sound and plays it, in place of any other; what is playing already is stopped. */
  toggle: (key: string, load: () => Promise<Blob>) => void;
  stop: () => void;
};

/** Plays one sound at a time, and none once the screen is left. */
export function useSound(onFailed: (error: unknown) => void): SoundPlayer {
  const [now, setNow] = useState<HeardSound>();
  /** Ends what is heard, or what is on its way. */
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const stop = () => {
    end.current?.();
    setNow(undefined);
  };

  const start = async (key: string, load: () => Promise<Blob>) => {
    let isCurrent = true;
    end.current?.();
    end.current = () => {
      isCurrent = false;
    };
    setNow({ key, state: 'loading' });
    const finish = () => {
      if (!isCurrent) return;
      isCurrent = false;
      setNow(undefined);
    };
    try {
      const sound = await load();
      if (!isCurrent) return;
      const url = URL.createObjectURL(sound);
      const audio = new Audio(url);
      end.current = () => {
        isCurrent = false;
        audio.pause();
        URL.revokeObjectURL(url);
      };
      audio.addEventListener('ended', () => {
        URL.revokeObjectURL(url);
        finish();
      });
      await audio.play();
      if (isCurrent) setNow({ key, state: 'playing' });
    } catch (error) {
      // Stopping while it starts rejects too; that is no failure.
      if (!isCurrent) return;
      finish();
      onFailed(error);
    }
  };

  return {
    now,
    stop,
    toggle: (key, load) => {
      if (now?.key === key) stop();
      else void start(key, load);
    },
  };
}
