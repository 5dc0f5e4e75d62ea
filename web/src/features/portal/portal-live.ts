import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import type {
  DeviceMessage,
  HeardMessage,
  NotificationMessage,
} from '../../../../src/contract/feed/stream.ts';
import { takeStreamPlace } from '../../lib/early-calls.ts';
import type { LiveState, ServerSentEvent } from '../../lib/live-stream.ts';
import { customerSession } from '../../lib/session.ts';
import { useLiveStream } from '../../lib/shared-stream.ts';
import { type PortalStats, portalKeys, statsQuery } from './portal-stats.ts';

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

/**
 * How a device stands, written over how it stood. What the message does not say is kept where it still
 * holds, and left open where it may not.
 * @returns null when the device is not among those shown: they have to be asked for again
 */
export function applyDevice(stats: PortalStats, message: DeviceMessage): PortalStats | null {
  const { device_id: deviceId } = message;
  if (!stats.devices.some((device) => device.device_id === deviceId)) return null;
  return {
    ...stats,
    devices: stats.devices.map((device) =>
      device.device_id === deviceId ? mergeDevice(device, message) : device,
    ),
  };
}

/** Whether a message tells more than that a device was heard. Other data has then changed as well. */
export function isTurn(stats: PortalStats, message: DeviceMessage): boolean {
  const known = stats.devices.find((device) => device.device_id === message.device_id);
  return (
    known === undefined ||
    known.status !== message.status ||
    known.power_status !== message.power_status ||
    known.site_name !== message.site_name ||
    JSON.stringify(standingOf(known.outage)) !== JSON.stringify(standingOf(message.outage))
  );
}

export function applyHeard(stats: PortalStats, { devices: heard }: HeardMessage): PortalStats {
  const times = new Map(heard.map((one) => [one.device_id, one.last_heartbeat]));
  return {
    ...stats,
    devices: stats.devices.map((device) => {
      const lastHeartbeat = times.get(device.device_id);
      return lastHeartbeat === undefined ? device : { ...device, last_heartbeat: lastHeartbeat };
    }),
  };
}

function mergeDevice(known: PortalDevice, message: DeviceMessage): PortalDevice {
  const { outage } = message;
  return {
    ...known,
    site_name: message.site_name,
    status: message.status,
    power_status: message.power_status,
    power_since: sinceOf(known, message),
    last_heartbeat: message.last_heartbeat,
    outage: outage === null ? null : { ...outage, acknowledged_by: acknowledgerOf(known, outage) },
    nearby: outage?.recover_at === null ? known.nearby : null,
  };
}

function sinceOf(known: PortalDevice, { power_status: power, outage }: DeviceMessage) {
  if (power === null) return null;
  const isMains = outage?.cause === 'mains';
  if (power === 'DOWN') return isMains ? outage.down_at : null;
  if (isMains && outage.recover_at !== null) return outage.recover_at;
  return known.power_status === 'UP' ? known.power_since : null;
}

/** The message has no name; a known name is kept. */
function acknowledgerOf(known: PortalDevice, outage: NonNullable<DeviceMessage['outage']>) {
  const isSame = known.outage?.id === outage.id;
  return isSame && outage.acknowledged_at !== null ? (known.outage?.acknowledged_by ?? null) : null;
}

function standingOf(outage: DeviceMessage['outage']) {
  if (outage === null) return null;
  const { id, cause, recover_at, acknowledged_at } = outage;
  return [id, cause, recover_at, acknowledged_at];
}

/** What became of the last test alert. */
export interface TestAlert {
  /** To how many chats it goes; null while the server has not said. */
  chats: number | null;
  sent: number;
  failed: number;
}

export const freshTestAlert: TestAlert = { chats: null, sent: 0, failed: 0 };

/** Adds one message of the stream. A delivery that will be retried counts as neither sent nor failed. */
export function countDelivery(alert: TestAlert, { kind, status }: NotificationMessage): TestAlert {
  if (kind !== 'test') return alert;
  switch (status) {
    case 'sent':
      return { ...alert, sent: alert.sent + 1 };
    case 'failed':
    case 'superseded':
      return { ...alert, failed: alert.failed + 1 };
    case 'pending':
    case 'sending':
      return alert;
  }
}

type TestAlertOutcome = 'sending' | 'sent' | 'partly' | 'failed';

export function outcomeOf({ chats, sent, failed }: TestAlert): TestAlertOutcome {
  if (chats === null || sent + failed < chats) return 'sending';
  if (failed === 0) return 'sent';
  return sent === 0 ? 'failed' : 'partly';
}

interface Throttled {
  (): void;
  cancel(): void;
}

/** Runs `action` once, `waitMs` after the first of a burst of calls. */
function throttle(action: () => void, waitMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    action();
  };
  return Object.assign(
    () => {
      timer ??= setTimeout(run, waitMs);
    },
    {
      cancel: () => {
        clearTimeout(timer);
        timer = undefined;
      },
    },
  );
}
