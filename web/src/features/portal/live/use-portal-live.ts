import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type {
  DeviceMessage,
  HeardMessage,
  NotificationMessage,
} from '../../../../../src/contract/feed/stream.ts';
import { takeStreamPlace } from '../../../lib/early-calls.ts';
import type { LiveState } from '../../../lib/live-stream.ts';
import { customerSession } from '../../../lib/session.ts';
import type { ServerSentEvent } from '../../../lib/sse-parser.ts';
import { useLiveStream } from '../../../lib/use-live-stream.ts';
import { type PortalStats, statsQuery } from '../api/get-stats.ts';
import { portalKeys } from '../api/portal-keys.ts';
import { applyDevice, applyHeard, isTurn } from './apply-live-message.ts';
import { countDelivery, type TestAlert } from './test-alert.ts';
import { throttle } from './throttle.ts';

/** A burst of messages, as when a street loses power, is answered with one question to the server. */
const gatherMs = 250;

/**
 * Keeps everything the page shows as the server has it: devices at once from what the stream says, and
 * all the rest by asking again. What must not be asked for again says so: `meta: { isLive: false }`.
 */
export function usePortalLive(): LiveState | null {
  const queryClient = useQueryClient();
  const refresh = useMemo(
    () => throttle(() => void queryClient.invalidateQueries({ predicate: isLiveQuery }), gatherMs),
    [queryClient],
  );
  useEffect(() => () => refresh.cancel(), [refresh]);
  const { isPending } = useQuery(statsQuery);

  function takeDevice(message: DeviceMessage): void {
    const stats = queryClient.getQueryData<PortalStats>(portalKeys.stats);
    if (stats === undefined) {
      takeOnceLoaded(message);
      return;
    }
    const hasTurned = isTurn(stats, message);
    const changed = applyDevice(stats, message);
    if (changed !== null) queryClient.setQueryData(portalKeys.stats, changed);
    if (hasTurned) refresh();
  }

  /** Takes a message that came while the first answer was on its way, since the answer may be the older of the two. */
  function takeOnceLoaded(message: DeviceMessage): void {
    queryClient.ensureQueryData(statsQuery).then(
      () => takeDevice(message),
      () => {
        // The page shows the error itself and retries.
      },
    );
  }

  function takeHeard(message: HeardMessage): void {
    queryClient.setQueryData<PortalStats>(portalKeys.stats, (stats) =>
      stats === undefined ? undefined : applyHeard(stats, message),
    );
  }

  function takeNotification(message: NotificationMessage): void {
    queryClient.setQueryData<TestAlert>(portalKeys.testAlert, (alert) =>
      alert === undefined ? undefined : countDelivery(alert, message),
    );
    // A delivery shows whether its chat can be reached.
    if (message.status !== 'pending' && message.status !== 'sending') refresh();
  }

  function take({ event, data }: ServerSentEvent): void {
    switch (event) {
      // The messages of the contract (src/contract/feed/stream.ts), trusted as its other answers are.
      case 'device':
        takeDevice(JSON.parse(data));
        break;
      case 'heard':
        takeHeard(JSON.parse(data));
        break;
      case 'notification':
        takeNotification(JSON.parse(data));
        break;
      case 'event':
      case 'change':
      case 'reset':
        refresh();
    }
  }

  return useLiveStream(customerSession, {
    nameOf: ({ phone }) => `customer:${phone}`,
    onEvent: take,
    onMissed: refresh,
    takePlace: takeStreamPlace,
    // After the first answer: until then there is nothing to keep fresh.
    isOff: isPending,
  });
}

function isLiveQuery({ meta }: Query): boolean {
  return meta?.['isLive'] !== false;
}
