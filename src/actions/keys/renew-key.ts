import { AppError, invalidField } from '../../domain/errors.ts';
import { texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { renewalChoices, renewedExpiry } from '../../domain/keys/key-lifecycle.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { changeKey, getKey, type KeyMonitor, keyInactive } from './change-key.ts';

/**
 * Renews a key that serves a device, counted from its end, or from now if that has passed. Two renewals
 * at once both count: the second one starts from the end that the first has set. Alerts resume at once,
 * also those of an outage that began before.
 * @returns its code as it is stored, and the new end, epoch ms
 * @throws AppError KEY_NOT_FOUND, KEY_INACTIVE, VALIDATION when it serves no device
 */
export function renewKey(
  monitor: KeyMonitor & Pick<Monitor, 'settings'>,
  code: string,
  months: number,
  actor: Actor,
  now: Instant,
): { readonly keyCode: string; readonly expiresAt: number } {
  const { store } = monitor;
  const choices = renewalChoices(monitor.settings.keyValidityYears);
  if (!choices.includes(months)) {
    throw invalidField('months', `must be one of: ${choices.join(', ')}`);
  }
  const { hasEnded, ...renewed } = store.transaction(() => {
    const key = getKey(store, code);
    if (!key.isActive) throw keyInactive();
    if (key.deviceRow === null || key.expiresAt === null) {
      throw new AppError('VALIDATION', texts.keyNotBound);
    }
    const expiresAt = renewedExpiry(key.expiresAt, now.wallMs, months);
    changeKey(store, key, { expiresAt });
    const entry = {
      actor,
      action: 'key.renew',
      subject: key.keyCode,
      before: { expiresAt: key.expiresAt },
      after: { expiresAt, months },
    };
    writeAudit(store, entry, now.wallMs);
    const hasEnded = key.expiresAt <= now.wallMs;
    if (monitor.runsIn === 'server' && key.customerId !== null && hasEnded) {
      resumeAlerts(monitor, { customerId: key.customerId, deviceRow: key.deviceRow }, now);
    }
    return { keyCode: key.keyCode, expiresAt, hasEnded };
  });
  // The renewal of a key that is still valid queues nothing.
  if (hasEnded) sendQueued(monitor);
  return renewed;
}
