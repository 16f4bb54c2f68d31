import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { profileQuery } from '../api/accounts.ts';
import { openLiveFeed } from '../api/live-feed.ts';
import type { LiveSource, LiveStatus } from '../api/live-source.ts';
import { applyLiveEvents } from './live-events.ts';
import classes from './live-feed.module.css';

/** A blink of the connection is nobody's business; after this the banner shows. */
const patienceMs = 3_000;

/** Keeps the cache live while the frame is on screen, and says when the connection is gone. */
export function LiveFeed() {
  const cache = useQueryClient();
  const feed = useRef<LiveSource>(undefined);
  const [status, setStatus] = useState<LiveStatus>('open');
  const [isOverdue, setIsOverdue] = useState(false);
  const { online: isOnline } = useNetwork();

  useEffect(() => {
    const events = applyLiveEvents(cache);
    feed.current = openLiveFeed({
      onEvent: events.onEvent,
      onStatus: (next) => {
        setStatus(next);
        // A feed that is refused may mean that the session is over: the profile will tell.
        if (next === 'retrying') void cache.invalidateQueries({ queryKey: profileQuery.queryKey });
      },
    });
    return () => {
      feed.current?.close();
      events.close();
    };
  }, [cache]);

  useEffect(() => {
    if (status === 'open') {
      setIsOverdue(false);
      return;
    }
    const timer = setTimeout(() => setIsOverdue(true), patienceMs);
    return () => clearTimeout(timer);
  }, [status]);

  return (
    <div role="status" aria-live="polite">
      {!isOnline && (
        <div className={classes['banner']}>
          <IconCloudOff size={18} stroke={1.8} aria-hidden="true" />
          <span>You are offline. What you see may be out of date.</span>
        </div>
      )}
      {isOnline && isOverdue && (
        <div className={classes['banner']}>
          <IconPlugConnectedX size={18} stroke={1.8} aria-hidden="true" />
          <span>The connection to the server was lost. Reconnecting…</span>
          <Button size="compact-sm" variant="default" onClick={() => feed.current?.retryNow()}>
            Reconnect now
          </Button>
        </div>
      )}
    </div>
  );
}
