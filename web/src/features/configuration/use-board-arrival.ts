import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { boardsQuery } from './api/get-boards.ts';
import { findHeard, hasArrived } from './board-arrival.ts';

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
