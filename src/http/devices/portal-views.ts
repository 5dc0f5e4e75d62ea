import { canPin } from '../../actions/alerts/edit-recipient.ts';
import { type LiveDevice, noVitals } from '../../actions/fleet/live-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type {
  PortalDevice,
  PortalEvent,
  PortalKey,
  portalRecipientSchema,
} from '../../contract/devices/portal.ts';
import type { OutputOf } from '../../contract/shape.ts';
import {
  type AlertSettings,
  alertSettingColumns,
  alertSettings,
} from '../../domain/alerts/alert-settings.ts';
import { alertStanding, deviceKeyStatus } from '../../domain/alerts/alert-standing.ts';
import { type ChannelsInUse, channelOff } from '../../domain/alerts/channels.ts';
import { hasButtons, isPrivateChat, mayLogIn, mayMute } from '../../domain/alerts/chat-role.ts';
import { nextMessageOf } from '../../domain/alerts/foresee.ts';
import { isSigned } from '../../domain/alerts/webhook-address.ts';
import { toDoor } from '../../domain/fields.ts';
import { detectionOf } from '../../domain/fleet/detection.ts';
import { knownPower } from '../../domain/fleet/loss.ts';
import type { Instant } from '../../domain/instant.ts';
import { maskKey } from '../../domain/keys/activation-key.ts';
import { heldKeyStatus } from '../../domain/keys/held-key.ts';
import { maskAddress } from '../../domain/people/mask-address.ts';
import { type PortalEventType, type Power, portalEventType } from '../../domain/states.ts';
import { readPlannedTimes } from '../../store/alerts/planned-times.ts';
import type { RecipientRow } from '../../store/alerts/recipients.ts';
import { readNearby } from '../../store/areas/area-outages.ts';
import type { PortalEvent as StoredEvent } from '../../store/fleet/portal-events.ts';
import { readVitalsOf, type StoredVitals } from '../../store/fleet/vitals.ts';
import type { HeldKey } from '../../store/keys/held-keys.ts';
import { readWaitingMessages } from '../../store/outbox/waiting-messages.ts';
import type { SiteOverview } from '../../store/people/customer-overview.ts';
import { isoTime } from '../engine/iso-time.ts';
import { describeOutage } from './describe-outage.ts';
import { describePlace } from './describe-place.ts';

const flag = (is: boolean) => (is ? 1 : 0);

function showSettings(
  settings: AlertSettings,
): Pick<PortalDevice, (typeof alertSettingColumns)[keyof AlertSettings]> {
  const values = Object.entries(toDoor(alertSettings, 'column', settings)).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? flag(value) : value,
  ]);
  return Object.fromEntries(values);
}

export function showKey(key: HeldKey, now: Instant): PortalKey {
  return {
    id: key.ref,
    key_code: maskKey(key.keyCode),
    is_active: flag(key.isActive),
    status: heldKeyStatus(key, now.wallMs),
    expires_at: isoTime(key.expiresAt),
    activated_at: isoTime(key.activatedAt),
    device_name: key.siteName,
    device_id: key.deviceId,
  };
}

/** The surroundings of a device that is shown. */
interface SiteContext {
  readonly monitor: Monitor;
  /** IANA name. */
  readonly timezone: string;
  /** The owner. */
  readonly customerId: number;
  /** A recipient of theirs can be reached on a channel in use. */
  readonly hasReachableRecipient: boolean;
}

/** A device as its owner sees it. Live values come from memory, where its row lags by a flush. */
export function showDevice(
  { monitor, timezone, customerId, hasReachableRecipient }: SiteContext,
  site: SiteOverview,
  now: Instant,
): PortalDevice {
  const live = valuesOf(monitor, site);
  const { outage, key } = site;
  const isMuted = site.mutedUntil !== null && site.mutedUntil > now.wallMs;
  const detection = detectionOf(live, monitor.settings.heartbeatTimeout);
  const power = powerWithSince(live, site);
  return {
    device_id: site.deviceId,
    site_name: site.siteName,
    site_address: site.siteAddress,
    ...describePlace(site),
    device_type: site.deviceType,
    status: live.link,
    power_status: power.status,
    last_heartbeat: isoTime(live.lastHeardAt),
    power_since: isoTime(power.since),
    ...showSettings(site),
    muted_until: isMuted ? isoTime(site.mutedUntil) : null,
    alerts: alertStanding(
      {
        isReleased: false,
        // Otherwise its owner could not look at it.
        isCustomerActive: true,
        keyStatus: deviceKeyStatus(key, now.wallMs),
        isAlertEnabled: site.alertEnabled,
        mutedUntil: site.mutedUntil,
        hasReachableRecipient,
      },
      now.wallMs,
    ),
    detects: detection.mode,
    detects_within_seconds: detection.withinSeconds,
    rssi: live.rssi,
    ssid: live.ssid,
    battery_level: live.batteryLevel,
    sleep: live.sleep,
    firmware_version: live.firmwareVersion,
    key_code: key === null ? null : maskKey(key.keyCode),
    key_status: key === null ? null : heldKeyStatus(key, now.wallMs),
    key_expires_at: isoTime(key?.expiresAt ?? null),
    next_message: hasReachableRecipient
      ? nextMessage(monitor, site, customerId, now, timezone)
      : null,
    outage:
      outage === null
        ? null
        : { ...describeOutage(outage), acknowledged_by: outage.acknowledgedBy },
    nearby: outage === null || outage.recoverAt !== null ? null : showNearby(monitor, outage.id),
  };
}

function showNearby({ store }: Monitor, outageId: number): PortalDevice['nearby'] {
  const nearby = readNearby(store, outageId);
  if (nearby === null) return null;
  const { isReturning, ...rest } = nearby;
  return { ...rest, is_returning: isReturning };
}

/** When somebody is told of the outage that goes on; without a reachable recipient nobody is. */
function nextMessage(
  { store, leftOut }: Pick<Monitor, 'store' | 'leftOut'>,
  { row, outage, hasValidKey, alertEnabled, mutedUntil }: SiteOverview,
  customerId: number,
  { wallMs }: Instant,
  timezone: string,
): PortalDevice['next_message'] {
  if (outage === null || outage.acknowledgedAt !== null) return null;
  const facts = {
    outage: { ...outage, confirmedAt: null },
    hasValidKey,
    isAlertEnabled: alertEnabled,
    mutedUntil,
    planned: readPlannedTimes(store, { siteRow: row, siteOwner: customerId }, outage.downAt),
  };
  const waiting = readWaitingMessages(store, outage.id).filter(
    ({ kind, channel }) => leftOut.get(channel)?.has(kind) !== true,
  );
  const next = nextMessageOf(waiting, facts, wallMs, timezone);
  return next === null ? null : { at: isoTime(next.at), chats: next.recipients };
}

type LiveValues = Pick<
  SiteOverview,
  'link' | 'power' | 'hasMainsSense' | 'transport' | 'firmwareVersion' | 'ssid' | 'sleep'
> &
  Pick<StoredVitals, 'rssi' | 'batteryLevel'> & { readonly lastHeardAt: number | null };

/** From memory or else from its rows; nothing that it said under an earlier owner. */
function valuesOf({ store, fleet }: Monitor, site: SiteOverview): LiveValues {
  const live = fleet.get(site.deviceId);
  // Another row with the same name belongs to a device that was deleted and enrolled again meanwhile.
  const values =
    live?.row === site.row ? liveValues(live) : { ...site, ...readVitalsOf(store, site.row) };
  const { lastHeardAt } = values;
  if (lastHeardAt === null || lastHeardAt >= site.ownedSince) return values;
  return { ...values, ...noVitals, lastHeardAt: null };
}

function liveValues(device: LiveDevice): LiveValues {
  const { link, power, lastHeardAt } = device.state;
  const { hasMainsSense, transport, firmwareVersion } = device;
  const { rssi, ssid, batteryLevel, sleep } = device.vitals;
  return {
    link,
    power,
    lastHeardAt,
    hasMainsSense,
    transport,
    firmwareVersion,
    rssi,
    ssid,
    batteryLevel,
    sleep,
  };
}

/**
 * The power of now and its beginning, as far as they are known.
 */
function powerWithSince(
  live: { readonly link: LiveValues['link']; readonly power: Power },
  { outage, powerSince }: SiteOverview,
): { readonly status: PortalDevice['power_status']; readonly since: number | null } {
  const isMains = outage?.cause === 'mains';
  const status = knownPower(live);
  if (status === null) return { status, since: null };
  if (status === 'DOWN') return { status, since: isMains ? outage.downAt : null };
  return { status, since: (isMains ? outage.recoverAt : null) ?? powerSince };
}

/** @param channels in use: a chat on another one cannot be reached */
export function showRecipient(
  chat: RecipientRow,
  channels: ChannelsInUse,
): OutputOf<typeof portalRecipientSchema> {
  const isOff = !channels.has(chat.channel);
  return {
    id: chat.id,
    channel: chat.channel,
    name: chat.name,
    label: maskAddress(chat.address),
    language: chat.language,
    is_signed: flag(isSigned(chat)),
    wants_digest: chat.digestSince !== null,
    is_pinned: canPin(chat.channel) ? chat.isPinned : null,
    may_log_in: isPrivateChat(chat.channel, chat.address) ? mayLogIn(chat) : null,
    is_owner: chat.role === 'owner',
    may_mute: hasButtons(chat.channel) ? mayMute(chat) : null,
    is_unreachable: flag(isOff || chat.unreachableAt !== null),
    unreachable_reason: isOff ? channelOff : chat.unreachableReason,
    created_at: isoTime(chat.createdAt),
  };
}

/** Details of an event that a customer reads, by its type; `by` is shown as `customer_name`. */
const shownDetails: Readonly<Record<PortalEventType, readonly string[]>> = {
  HEARTBEAT: ['count', 'rssi', 'ssid'],
  ONLINE: ['rssi', 'ssid', 'reset_reason'],
  OFFLINE: ['rssi', 'ssid', 'sleep'],
  DOWN: ['rssi', 'ssid', 'inferred'],
  RECOVER: ['rssi', 'ssid', 'inferred'],
  OUTAGE: ['rssi', 'ssid', 'sleep'],
  ACKNOWLEDGE: ['customer_name'],
  ACK_RECOVER: ['customer_name'],
  ACK_WITHDRAWN: ['customer_name'],
  REGISTER: ['firmware_version'],
  CONFIG_CHANGE: [
    'customer_name',
    'site_name',
    'site_address',
    ...Object.values(alertSettingColumns),
    'muted_until',
    'transferred',
  ],
};

export function showEvent(event: StoredEvent): PortalEvent {
  const type = portalEventType(event.eventType);
  const stored = readDetails(event.details);
  const { by } = stored;
  const all = { ...stored, customer_name: typeof by === 'string' && by !== '' ? by : 'customer' };
  const shown = Object.entries(all).filter(([name]) => shownDetails[type].includes(name));
  return {
    id: event.id,
    created_at: isoTime(event.occurredAt),
    device_id: event.deviceId,
    device_name: event.siteName,
    event_type: type,
    details: JSON.stringify(Object.fromEntries(shown)),
  };
}

function readDetails(text: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = text === null ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
