import { type AlertSettings, alertSettingsAtFirst } from '../../domain/alerts/alert-settings.ts';
import {
  type DeviceState,
  type OpenOutage,
  type OutageRow,
  storeDeviceState,
  storeEndedOutage,
  storeOutage,
} from '../../domain/fleet/device-state.ts';
import type { RewrittenOutage } from '../../domain/fleet/power-history.ts';
import type { Effect, Transition } from '../../domain/fleet/transition.ts';
import type { Instant } from '../../domain/instant.ts';
import type { TimelineEventType } from '../../domain/states.ts';
import {
  closeOutage,
  insertOutage,
  mergeOutage,
  reopenOutage,
  updateOutage,
} from '../../store/alerts/outages.ts';
import type { Store } from '../../store/engine/open.ts';
import { readAlertTiming, updateDeviceState } from '../../store/fleet/devices.ts';
import {
  dropInferredPowerDown,
  hasEvent,
  insertEvent,
  linkPowerEvent,
  linkPowerEvents,
} from '../../store/fleet/events.ts';
import { forgetLastUp } from '../../store/fleet/vitals.ts';
import { releaseAwaited } from '../../store/outbox/alert-schedule.ts';
import {
  cancelRecoveries,
  dropNeedless,
  queueAlerts,
  queueRecoveries,
  resumeReminders,
} from '../../store/outbox/notifications.ts';
import type { Monitor } from '../monitor.ts';
import { type LiveDevice, saidOfItself } from './live-device.ts';

type Loss = Pick<OpenOutage, 'downAt'>;

/** The changes that memory follows once the transaction is stored. */
export interface Persisted {
  /** With the row ids filled in. */
  readonly state: DeviceState;
  /** The numbers of opened and closed outages. */
  readonly opened: number;
  readonly closed: number;
}

/** Writes a transition's effects; must run inside a transaction. */
export function persistTransition(
  monitor: Monitor,
  device: LiveDevice,
  result: Transition,
  now: Instant,
): Persisted {
  const writer = new TransitionWriter(monitor, device, result, now);
  for (const effect of result.effects) writer.write(effect);
  return writer.finish();
}

class TransitionWriter {
  readonly #monitor: Monitor;
  readonly #device: LiveDevice;
  readonly #before: DeviceState;
  readonly #state: DeviceState;
  readonly #now: Instant;
  /** Nobody is told of a loss sooner than this, in ms. */
  readonly #holdMs: number;
  /** Row of the outage that is open at this point of the effects. */
  #openId: number | null;
  #opened = 0;
  #closed = 0;

  constructor(monitor: Monitor, device: LiveDevice, result: Transition, now: Instant) {
    this.#monitor = monitor;
    this.#device = device;
    this.#state = result.state;
    this.#holdMs = result.holdAlertMs ?? 0;
    this.#now = now;
    this.#before = device.draft ?? device.state;
    this.#openId = this.#before.outage?.id ?? null;
  }

  finish(): Persisted {
    const { outage, lastUpAt } = this.#state;
    // Newer values may wait for the next flush. Cleared ones may not: a restart would read the old ones.
    if (lastUpAt === null && this.#before.lastUpAt !== null) {
      forgetLastUp(this.#monitor.store, this.#device.row);
    }
    const state =
      outage === null || outage.id === this.#openId
        ? this.#state
        : { ...this.#state, outage: { ...outage, id: this.#openId } };
    return { state, opened: this.#opened, closed: this.#closed };
  }

  write(effect: Effect): void {
    switch (effect.type) {
      case 'outage-opened':
        this.#open(effect.outage);
        break;
      case 'outage-amended':
        this.#amend(effect.outage);
        break;
      case 'recovery-begun':
        this.#withOpen((id) => {
          const outage = storeOutage(effect.outage);
          updateOutage(this.#monitor.store, id, outage);
          this.#dropNeedless(id, outage);
        });
        break;
      case 'outage-resumed':
        this.#withOpen((id) => {
          updateOutage(this.#monitor.store, id, storeOutage(effect.outage));
          this.#remindAgain(id, effect.outage);
        });
        break;
      case 'loss-confirmed':
        this.#withOpen((id) => {
          releaseAwaited(this.#monitor.store, id, this.#now.wallMs + this.#holdMs);
        });
        break;
      case 'outage-closed':
        this.#withOpen((id) => this.#close(id, storeEndedOutage(effect.outage, effect.recovery)));
        break;
      case 'history-rewritten':
        for (const outage of effect.outages) this.#rewrite(outage);
        break;
      case 'event':
        this.#addEvent(effect.eventType, effect.at, effect.details ?? null);
        break;
      case 'device-changed':
        updateDeviceState(this.#monitor.store, this.#device.row, {
          ...storeDeviceState(this.#state),
          ...saidOfItself(this.#device),
        });
    }
  }

  #open(outage: OpenOutage): void {
    this.#openId = this.#insert(outage, null);
    this.#opened += 1;
    this.#queueAlerts(this.#openId, outage);
  }

  #insert(outage: OpenOutage, confirmedAt: number | null): number {
    return insertOutage(this.#monitor.store, {
      ...storeOutage(outage),
      deviceRow: this.#device.row,
      customerId: this.#device.config.customerId,
      detectedAt: this.#now.wallMs,
      confirmedAt,
    });
  }

  #amend(outage: OpenOutage): void {
    this.#withOpen((id) => {
      updateOutage(this.#monitor.store, id, storeOutage(outage));
      if (outage.startKnown === 'reported') dropInferredPowerDown(this.#monitor.store, id);
      this.#queueAlerts(id, outage);
    });
  }

  #close(id: number, ended: OutageRow): void {
    const { store } = this.#monitor;
    closeOutage(store, id, ended, this.#now.wallMs);
    const { cause, downAt, recoverAt } = ended;
    if (cause === 'mains' && recoverAt !== null) this.#completePowerEvents(id, downAt, recoverAt);
    queueRecoveries(store, id, this.#now.wallMs);
    // An alert that is left tells of both.
    releaseAwaited(store, id, this.#now.wallMs);
    this.#closed += 1;
    if (this.#openId === id) this.#openId = null;
  }

  /** An inferred power outage gets the same two timeline events as a reported one. */
  #completePowerEvents(id: number, downAt: number, recoverAt: number): void {
    const moments = { POWER_DOWN: downAt, POWER_RECOVER: recoverAt } as const;
    for (const type of ['POWER_DOWN', 'POWER_RECOVER'] as const) {
      if (hasEvent(this.#monitor.store, id, type)) continue;
      this.#addEvent(type, moments[type], { inferred: true }, id);
    }
  }

  #rewrite(change: RewrittenOutage): void {
    const { store } = this.#monitor;
    switch (change.op) {
      case 'remove':
        mergeOutage(store, change.id, change.into);
        break;
      case 'amend': {
        const { outage } = change;
        updateOutage(store, change.id, storeOutage(outage));
        if (outage.recovery !== null) this.#dropNeedless(change.id, storeOutage(outage));
        else if (change.id === this.#openId) this.#remindAgain(change.id, outage);
        break;
      }
      case 'reopen':
        updateOutage(store, change.id, storeOutage(change.outage));
        reopenOutage(store, change.id);
        cancelRecoveries(store, change.id);
        this.#openId = change.id;
        this.#remindAgain(change.id, change.outage);
        break;
      case 'close': {
        const ended = storeOutage(change.outage);
        updateOutage(store, change.id, ended);
        this.#dropNeedless(change.id, ended);
        this.#close(change.id, ended);
        break;
      }
      case 'insert': {
        const { outage, isOpen } = change;
        const id = this.#insert(outage, isOpen ? null : this.#now.wallMs);
        this.#opened += 1;
        if (isOpen) this.#openId = id;
        else this.#closed += 1;
        this.#queueAlerts(id, outage);
        if (outage.recovery !== null) this.#dropNeedless(id, storeOutage(outage));
      }
    }
  }

  /** An outage continues after power had seemed to be back. */
  #remindAgain(id: number, outage: Loss): void {
    this.#queueAlerts(id, outage);
    const { reminderSeconds } = this.#timing();
    resumeReminders(this.#monitor.store, id, reminderSeconds, this.#now.wallMs);
  }

  #queueAlerts(id: number, { downAt }: Loss): void {
    const { store, channels } = this.#monitor;
    const dueAt = Math.max(
      this.#now.wallMs + this.#holdMs,
      downAt + this.#timing().thresholdSeconds * 1000,
    );
    const { customerId } = this.#device.config;
    queueAlerts(
      store,
      { id, customerId, deviceRow: this.#device.row },
      channels,
      dueAt,
      this.#now.wallMs,
    );
  }

  #dropNeedless(id: number, { downAt, recoverAt }: OutageRow): void {
    if (recoverAt === null) return;
    const thresholdMs = this.#timing().thresholdSeconds * 1000;
    dropNeedless(this.#monitor.store, id, { downAt, recoverAt, thresholdMs }, this.#now.wallMs);
  }

  #timing(): Pick<AlertSettings, 'thresholdSeconds' | 'reminderSeconds'> {
    // The row may have vanished meanwhile.
    return readAlertTiming(this.#monitor.store, this.#device.row) ?? alertSettingsAtFirst;
  }

  #addEvent(
    eventType: TimelineEventType,
    at: number,
    details: Readonly<Record<string, unknown>> | null,
    outageId: number | null = this.#openId,
  ): void {
    const { rssi, ssid, voltage, batteryLevel, sleep } = this.#device.vitals;
    const isSilence = eventType === 'OFFLINE' || eventType === 'OUTAGE';
    insertEvent(this.#monitor.store, {
      deviceRow: this.#device.row,
      customerId: this.#device.config.customerId,
      eventType,
      occurredAt: at,
      createdAt: this.#now.wallMs,
      outageId,
      voltage,
      batteryLevel,
      details: {
        ...details,
        ...(rssi !== null && { rssi }),
        ...(ssid !== null && { ssid }),
        // The device said it before it fell silent: this is why it is silent.
        ...(isSilence && sleep !== null && { sleep }),
      },
    });
  }

  #withOpen(work: (id: number) => void): void {
    if (this.#openId === null) {
      throw new Error(`an effect of ${this.#device.deviceId} speaks of an outage that has no row`);
    }
    work(this.#openId);
  }
}

/** The change that a report made to its device's state. */
interface ReportedChange {
  readonly effects: readonly Effect[];
  readonly before: DeviceState;
  readonly after: DeviceState;
}

/**
 * Links a report to the outage it falls into, and links others again whose outage now begins or ends
 * elsewhere. Older reports are not looked at again, however long an outage lasts and however many it has.
 * Must run inside a transaction, after the change was written.
 */
export function linkReport(
  store: Store,
  report: { readonly id: number; readonly deviceRow: number; readonly at: number },
  change: ReportedChange,
): void {
  const moments = change.effects.map((effect) => changedFrom(effect, change, report.at));
  const first = Math.min(...moments);
  // Otherwise the report is among those that are linked again.
  if (first > report.at) linkPowerEvent(store, report.id);
  if (first !== unchanged) linkPowerEvents(store, report.deviceRow, first);
}

const unchanged = Number.POSITIVE_INFINITY;

/** The moment (epoch ms) from which on power events may belong to another outage than before. */
function changedFrom(effect: Effect, { before, after }: ReportedChange, reportAt: number): number {
  switch (effect.type) {
    case 'outage-opened':
      return effect.outage.downAt;
    case 'outage-amended':
      return Math.min(effect.outage.downAt, before.outage?.downAt ?? effect.outage.downAt);
    case 'recovery-begun':
      return effect.outage.recovery?.recoverAt ?? reportAt;
    case 'outage-resumed':
      return before.outage?.recovery?.recoverAt ?? reportAt;
    case 'outage-closed':
      return effect.recovery.recoverAt;
    case 'history-rewritten':
      return Math.min(reportAt, after.outage?.downAt ?? reportAt);
    case 'event':
    case 'loss-confirmed':
    case 'device-changed':
      return unchanged;
  }
}
