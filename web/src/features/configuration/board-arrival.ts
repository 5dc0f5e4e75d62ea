import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { portalStatsAnswerSchema } from '../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';

interface Heard {
  readonly isOnline: boolean;
  /** ISO 8601; null: never. */
  readonly at: string | null;
}

/**
 * What the server has heard of the board that uses a key; null: no board does. Keys come masked to their
 * last group, by which their owner tells them apart.
 */
export function findHeard({ keys, devices }: Boards, activationKey: string): Heard | null {
  const group = activationKey.slice(-5);
  const deviceId = keys.find(({ key_code: code }) => code.endsWith(group))?.device_id;
  const device = devices.find(({ device_id: id }) => id === deviceId);
  if (!device) return null;
  return { isOnline: device.status === 'online', at: device.last_heartbeat };
}

/**
 * Whether the server has heard from the board since the waiting began. A board that was there before is
 * still called online for a while after it went away, so only a new word of it counts.
 */
export function hasArrived(first: Heard | null, now: Heard | null): boolean {
  return now?.isOnline === true && now.at !== null && now.at !== (first?.at ?? null);
}

interface Waiting {
  readonly activationKey: string;
  /** Which waiting it is; each begins anew. */
  readonly run: number;
  readonly isWaiting: boolean;
  readonly onArrived: () => void;
}

/** Asks the server whether it has heard from the board with this key, and tells once it has. */
export function useBoardArrival({ activationKey, run, isWaiting, onArrived }: Waiting): void {
  const isSignedIn = useSession(customerSession) !== null;
  const { data } = useQuery({ ...boardsQuery(run), enabled: isWaiting && isSignedIn });
  const first = useRef<{ run: number; heard: ReturnType<typeof findHeard> } | null>(null);
  useEffect(() => {
    if (!isWaiting || data === undefined) return;
    const heard = findHeard(data, activationKey);
    if (first.current?.run !== run) first.current = { run, heard };
    if (hasArrived(first.current.heard, heard)) onArrived();
  }, [isWaiting, data, activationKey, run, onArrived]);
}

export type Boards = Pick<OutputOf<typeof portalStatsAnswerSchema>, 'keys' | 'devices'>;

const askEveryMs = 3_000;

/**
 * The customer's boards, asked for again and again: for whoever waits for one.
 * @param run which configuration it is for; each begins with an answer of its own
 */
function boardsQuery(run: number) {
  return queryOptions({
    queryKey: ['configure', 'boards', run],
    queryFn: ({ signal }): Promise<Boards> => customerApi.get('/api/customer/stats', { signal }),
    refetchInterval: askEveryMs,
    staleTime: 0,
  });
}
