import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { LiveState } from '../../../lib/live-stream.ts';
import { adminSession } from '../../../lib/session.ts';
import { useLiveStream } from '../../../lib/use-live-stream.ts';
import { createLiveFeed } from './live-feed.ts';

/** Keeps everything that the console shows up to date while its layout is mounted. */
export function useConsoleLive({ isOff }: { isOff: boolean }): LiveState | null {
  const queryClient = useQueryClient();
  const feed = useMemo(() => createLiveFeed(queryClient), [queryClient]);
  useEffect(() => feed.stop, [feed]);
  return useLiveStream(adminSession, {
    nameOf: ({ username }) => `admin:${username}`,
    onEvent: feed.take,
    onMissed: feed.askAll,
    isOff,
  });
}
