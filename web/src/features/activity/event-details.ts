import type { TFunction } from 'i18next';
import type { PortalEvent } from '../../../../src/contract/devices/portal.ts';
import type { ResetReason } from '../../../../src/contract/fleet/device.ts';
import { formatDateTime, formatNumber, formatSeconds } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import { findSignalWord } from '../../lib/signal-word.ts';

/** What the server tells of an event, by name; which of them depends on the type. */
type Details = Readonly<Record<string, unknown>>;

const resetWords = {
  power_on: 'events.reset.power_on',
  brownout: 'events.reset.brownout',
  software: 'events.reset.software',
  panic: 'events.reset.fault',
  watchdog: 'events.reset.fault',
  external: 'events.reset.external',
  deep_sleep: 'events.reset.deep_sleep',
  unknown: 'events.reset.unknown',
} as const satisfies Record<ResetReason, string>;

/** What an event has to say besides its type, in short phrases; empty: nothing. */
export function describeEvent(
  { event_type: type, details: text }: Pick<PortalEvent, 'event_type' | 'details'>,
  t: TFunction,
  language: Language,
): string[] {
  const details = parseDetails(text);
  const signal = describeSignal(details, t, language);
  switch (type) {
    case 'HEARTBEAT':
      return [...describeCount(details, t, language), ...signal];
    case 'ONLINE':
      return [...describeReset(details, t), ...signal];
    case 'DOWN':
    case 'RECOVER':
      return [...(details['inferred'] === true ? [t('events.inferred')] : []), ...signal];
    case 'OFFLINE':
      return [...describeSleep(details, t, t('events.within_outage')), ...signal];
    case 'OUTAGE':
      return [
        ...describeSleep(details, t),
        ...(signal.length === 0 ? [] : [t('events.before_loss', { signal: signal.join(' · ') })]),
      ];
    case 'ACKNOWLEDGE':
    case 'ACK_RECOVER':
    case 'ACK_WITHDRAWN':
      return [t('events.by', { name: describePerson(details['customer_name'], t) })];
    case 'REGISTER':
      return describeFirmware(details, t);
    case 'CONFIG_CHANGE':
      return describeChanges(details, t, language);
  }
}

function parseDetails(text: string): Details {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function describeCount({ count }: Details, t: TFunction, language: Language): string[] {
  if (typeof count !== 'number') return [];
  return [t('events.beats', { count, number: formatNumber(count, language) })];
}

function describeSignal({ rssi, ssid }: Details, t: TFunction, language: Language): string[] {
  const words = [];
  if (typeof rssi === 'number') {
    const quality = t(findSignalWord(rssi));
    words.push(t('events.signal.of', { quality, dbm: formatNumber(rssi, language) }));
  }
  if (typeof ssid === 'string' && ssid !== '') words.push(t('events.wifi', { name: ssid }));
  return words;
}

/** The signal before the silence, instead of the usual details. */
function describeSleep({ sleep }: Details, t: TFunction, otherwise?: string): string[] {
  if (sleep === 'battery_low') return [t('events.asleep')];
  return otherwise === undefined ? [] : [otherwise];
}

function describeReset({ reset_reason: reason }: Details, t: TFunction): string[] {
  return typeof reason === 'string' && isResetReason(reason) ? [t(resetWords[reason])] : [];
}

function isResetReason(reason: string): reason is ResetReason {
  return Object.hasOwn(resetWords, reason);
}

function describeFirmware({ firmware_version: version }: Details, t: TFunction): string[] {
  return typeof version === 'string' ? [t('events.firmware', { version })] : [];
}

/** The server writes `customer` for a customer without a name, and `admin` for any operator. */
export function describePerson(name: unknown, t: TFunction): string {
  if (typeof name !== 'string' || name === '' || name === 'customer') return t('events.customer');
  return name === 'admin' ? t('events.admin') : name;
}

function describeChanges(details: Details, t: TFunction, language: Language): string[] {
  const words = [];
  const {
    site_name: name,
    site_address: address,
    downtime_threshold_seconds: threshold,
    reminder_interval_seconds: reminder,
    muted_until: mutedUntil,
  } = details;
  if (typeof name === 'string') words.push(t('events.change.name', { name }));
  if (typeof address === 'string') words.push(t('events.change.address', { address }));
  if (isOn(details['place'])) words.push(t('events.change.place'));
  if ('alert_enabled' in details) {
    words.push(
      t(isOn(details['alert_enabled']) ? 'events.change.alerts_on' : 'events.change.alerts_off'),
    );
  }
  if (typeof threshold === 'number') {
    words.push(t('events.change.threshold', { duration: formatSeconds(threshold, language) }));
  }
  if (typeof reminder === 'number') {
    words.push(t('events.change.reminder', { duration: formatSeconds(reminder, language) }));
  }
  if ('alert_on_recovery' in details) {
    words.push(
      t(
        isOn(details['alert_on_recovery'])
          ? 'events.change.recovery_on'
          : 'events.change.recovery_off',
      ),
    );
  }
  if ('critical' in details) {
    const isCritical = isOn(details['critical']);
    words.push(t(isCritical ? 'events.change.critical_on' : 'events.change.critical_off'));
  }
  if ('call_on_recovery' in details) {
    const isCalled = isOn(details['call_on_recovery']);
    words.push(t(isCalled ? 'events.change.call_recovery_on' : 'events.change.call_recovery_off'));
  }
  if (isTime(mutedUntil)) {
    words.push(t('events.change.muted', { time: formatDateTime(mutedUntil, language) }));
  } else if (mutedUntil === null) {
    words.push(t('events.change.unmuted'));
  }
  if (isOn(details['transferred'])) words.push(t('events.change.transferred'));
  return [...words, t('events.by', { name: describePerson(details['customer_name'], t) })];
}

function isOn(value: unknown): boolean {
  return value === true || value === 1;
}

function isTime(value: unknown): value is string | number {
  return (
    typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  );
}
