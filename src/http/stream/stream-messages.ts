import type { FeedBatch } from '../../actions/feed/change-feed.ts';
import type { DeviceStanding, HeardDevice } from '../../actions/fleet/device-standings.ts';
import type { LinkCounts } from '../../actions/fleet/live-fleet.ts';
import type {
  AdminChangeMessage,
  AdminEventMessage,
  AreaOutageMessage,
  AreaOutageRemovedMessage,
  ChangedPart,
  CountsMessage,
  CustomerChangeMessage,
  CustomerEventMessage,
  DeviceMessage,
  HeardMessage,
  HelloMessage,
  NotificationMessage,
} from '../../contract/feed/stream.ts';
import { knownPower } from '../../domain/fleet/loss.ts';
import { portalEventType } from '../../domain/states.ts';
import type { FeedArea } from '../../store/areas/area-outages.ts';
import type {
  FeedChange,
  FeedEvent,
  FeedNotification,
  FeedPosition,
} from '../../store/feed/change-feed.ts';
import { describeOutage } from '../devices/describe-outage.ts';
import type { View } from '../engine/authenticate.ts';
import { isoTime } from '../engine/iso-time.ts';
import { describeAreaOutage } from './describe-area-outage.ts';

/** The pause before a listener that lost its connection reconnects. */
const retryMs = 2_000;

/**
 * One message as it is sent. A message with a position is one to resume from: everything up to it was
 * sent.
 */
function frame(name: string, data: object, position?: FeedPosition): string {
  const id = position === undefined ? '' : `id: ${nameOf(position)}\n`;
  return `event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`;
}

export function nameOf({ event, audit }: FeedPosition): string {
  return `${event}.${audit}`;
}

/** @param position given only if nothing older is sent after it */
export function tellHello(nowMs: number, isResumed: boolean, position?: FeedPosition): string {
  const hello: HelloMessage = {
    server_time: isoTime(nowMs),
    retry_ms: retryMs,
    is_resumed: isResumed,
  };
  return `retry: ${retryMs}\n${frame('hello', hello, position)}`;
}

export function tellReset(position: FeedPosition): string {
  return frame('reset', {}, position);
}

/** A comment, which keeps proxies from closing the connection, and a position to resume from. */
export function tellKeepAlive(position: FeedPosition): string {
  return `: keep-alive\n${tellPosition(position)}`;
}

/** Moves the position to resume from, without news. */
export function tellPosition(position: FeedPosition): string {
  return `id: ${nameOf(position)}\n\n`;
}

/**
 * The messages of a batch for operators. Empty: none.
 * @param view of their role
 */
export function tellAdmins(batch: FeedBatch, view: View): string {
  const { events, changes, devices, notifications, areas, removedAreas, before, position } = batch;
  return [
    ...events.map((event) => frame('event', view(toAdminEvent(event)), at(event, before))),
    ...changes.map((one) => frame('change', view(toAdminChange(one)), upTo(one, position))),
    ...devices.map((device) => frame('device', view(toDevice(device)))),
    ...notifications.map((one) => frame('notification', view(toNotification(one)))),
    ...areas.map((area) => frame('area-outage', view(toAreaOutage(area)))),
    ...removedAreas.map((id) => frame('area-outage-removed', view(toRemoved(id)))),
  ].join('');
}

/**
 * The messages of a batch for customers, to each of their own data.
 * @param isWanted whether anybody listens for a customer
 */
export function tellCustomers(
  batch: FeedBatch,
  isWanted: (customerId: number) => boolean,
): Map<number, string> {
  const told = new Map<number, string>();
  const tell = (customerId: number | null, text: () => string) => {
    if (customerId === null || !isWanted(customerId)) return;
    told.set(customerId, (told.get(customerId) ?? '') + text());
  };
  const { events, changes, devices, notifications, areas, before, position } = batch;
  for (const event of events) {
    tell(event.visibleTo, () => frame('event', toCustomerEvent(event), at(event, before)));
  }
  for (const [customerId, parts] of changedPartsOf(changes)) {
    for (const { what, change } of parts) {
      const message: CustomerChangeMessage = { what };
      tell(customerId, () => frame('change', message, upTo(change, position)));
    }
  }
  for (const device of devices) {
    tell(device.customerId, () => tellOwner(device));
  }
  for (const one of notifications) {
    tell(one.visibleTo, () => frame('notification', toNotification(one)));
  }
  // A customer's device shows what is known around it.
  const message: CustomerChangeMessage = { what: 'devices' };
  for (const customerId of new Set(areas.flatMap(({ customers }) => customers))) {
    tell(customerId, () => frame('change', message));
  }
  return told;
}

/** The state of one device, for its owner. */
export function tellOwner(device: DeviceStanding): string {
  const { customerId, outage } = device;
  return frame(
    'device',
    toDevice({
      ...device,
      outage: outage?.customerId === customerId ? outage : null,
    }),
  );
}

export function tellHeard(devices: readonly HeardDevice[]): string {
  const heard: HeardMessage = {
    devices: devices.map(({ deviceId, lastHeardAt }) => ({
      device_id: deviceId,
      last_heartbeat: isoTime(lastHeardAt),
    })),
  };
  return frame('heard', heard);
}

export function tellCounts({ online, offline, unknown }: LinkCounts): string {
  const counts: CountsMessage = { online, offline, unknown };
  return frame('counts', counts);
}

/** Events come before the changes of their batch, so none of those is known yet. */
function at({ id }: FeedEvent, before: FeedPosition): FeedPosition {
  return { event: id, audit: before.audit };
}

function upTo({ id }: FeedChange, { event }: FeedPosition): FeedPosition {
  return { event, audit: id };
}

interface PartOfChange {
  readonly what: ChangedPart;
  readonly change: FeedChange;
}

/** The changed parts by customer, each once, in the order of their last change. */
function changedPartsOf(changes: readonly FeedChange[]): Map<number, readonly PartOfChange[]> {
  const last = new Map<number, Map<ChangedPart, FeedChange>>();
  for (const change of changes) {
    const parts = partsOf(change.action);
    for (const customerId of parts.length === 0 ? [] : change.concerns) {
      const known = last.get(customerId) ?? new Map<ChangedPart, FeedChange>();
      last.set(customerId, known);
      for (const what of parts) known.set(what, change);
    }
  }
  return new Map(
    [...last].map(([customerId, parts]) => [
      customerId,
      [...parts]
        .map(([what, change]) => ({ what, change }))
        .sort((a, b) => a.change.id - b.change.id),
    ]),
  );
}

/** The parts of a customer's data that an action may change, by the first word of its name. */
function partsOf(action: string): readonly ChangedPart[] {
  switch (action.slice(0, action.indexOf('.'))) {
    // A device may connect only with a valid key, so each shows the other.
    case 'key':
    case 'device':
    case 'join':
      return ['keys', 'devices'];
    case 'customer':
    case 'session':
      return ['settings'];
    // Devices show whether anybody is told of an outage.
    case 'recipient':
      return ['messenger', 'devices'];
    default:
      return [];
  }
}

function toAreaOutage(area: FeedArea): AreaOutageMessage {
  return describeAreaOutage(area);
}

function toRemoved(id: number): AreaOutageRemovedMessage {
  return { id };
}

function toEvent(event: FeedEvent) {
  return {
    id: event.id,
    device_id: event.deviceId,
    site_name: event.siteName,
    occurred_at: isoTime(event.occurredAt),
    outage_id: event.outageId,
  };
}

function toAdminEvent(event: FeedEvent): AdminEventMessage {
  return { ...toEvent(event), event_type: event.eventType, customer_id: event.customerId };
}

function toCustomerEvent(event: FeedEvent): CustomerEventMessage {
  return { ...toEvent(event), event_type: portalEventType(event.eventType) };
}

function toAdminChange({ action, subject, actor, at: atMs }: FeedChange): AdminChangeMessage {
  return { action, subject, actor, at: isoTime(atMs) };
}

function toNotification({ outageId, kind, status }: FeedNotification): NotificationMessage {
  return { outage_id: outageId, kind, status };
}

function toDevice(device: DeviceStanding): DeviceMessage {
  const { deviceId, siteName, link, power, lastHeardAt, outage } = device;
  return {
    device_id: deviceId,
    site_name: siteName,
    status: link,
    power_status: knownPower({ link, power }),
    last_heartbeat: isoTime(lastHeardAt),
    outage: outage === null ? null : describeOutage(outage),
  };
}
