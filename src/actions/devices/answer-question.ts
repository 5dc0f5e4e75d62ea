import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { hintOfKey } from '../../domain/keys/activation-key.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import type { Recipient } from '../../store/alerts/recipients.ts';
import {
  claimHistory,
  deleteOpenRequest,
  disownHistory,
  findOpenQuestion,
  findOpenRequest,
  insertJoinRequest,
  type JoinRequestRow,
  type OpenQuestion,
  readServingKeys,
  updateJoinRequest,
} from '../../store/devices/join-requests.ts';
import { type DeviceRow, findDeviceRow, updateDevice } from '../../store/fleet/device-changes.ts';
import { findKey, type KeyRow, unbindOtherKeys } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { forgetAttempts } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { followUp } from '../engine/follow-up.ts';
import { changeKey, countingFrom, keyInactive } from '../keys/change-key.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from '../people/edit-customer.ts';
import { settleAccount } from '../people/prove-phone.ts';
import { storePendingReports } from './hand-over-device.ts';
import { letDeviceGo } from './release-device.ts';

interface Answer {
  /** `j12` or `k…`, the form that `readOpenQuestions` gives. */
  readonly question: string;
  /** The customer whose question it must be. Null: the operator answers for any account. */
  readonly customerId: number | null;
  /** The name of whoever answers. Null: the operator. */
  readonly by: string | null;
  /** The chat it was answered in, which need not be told. */
  readonly chat?: Pick<Recipient, 'channel' | 'address'>;
  /** The operator's answer to whose account it is that the key joins. */
  readonly account?: WordForAccount;
}

/**
 * The answer is yes. The key joins the account, and with it the board that was set up with it and
 * everything the board has reported since. An open outage of the board is told; one that is over is not.
 * @throws AppError NOT_FOUND (for a question of another account, or answered already, too), CONFLICT
 *   when the account's phone is not proven or the account not active, KEY_INACTIVE
 */
export function acceptQuestion(
  monitor: Monitor,
  answer: Answer,
  actor: Actor,
  now: Instant,
): OpenQuestion {
  storePendingReports(monitor);
  const question = monitor.store.transaction(() => acceptAtOnce(monitor, answer, actor, now));
  followUp(monitor, now, devicesOf(question));
  return question;
}

/** The same within the caller's transaction; what devices said until now must be stored. */
export function acceptAtOnce(
  monitor: Monitor,
  answer: Answer,
  actor: Actor,
  now: Instant,
): OpenQuestion {
  const { store } = monitor;
  const found = getQuestion(monitor, answer);
  const key = getKeyOf(monitor, found);
  if (!key.isActive) throw keyInactive();
  if (found.kind === 'join') {
    settleAccount(store, getCustomer(store, found.customerId), answer.account, actor, now);
  }
  const request = findOpenRequest(store, key.keyCode);
  const device = found.deviceId === null ? undefined : findDeviceRow(store, found.deviceId);
  const isJoining = device?.customerId === null;
  changeKey(store, key, {
    customerId: found.customerId,
    standing: 'vouched',
    // A board that is the account's own continues with the key once it is enrolled with it.
    ...(isJoining && countingFrom(monitor, key, now)),
  });
  if (found.kind === 'join' && request !== undefined) {
    deleteOpenRequest(store, key.keyCode);
    // Somebody who sets up many boards of their own in a day is asked about each.
    forgetAttempts(store, 'join-question', String(found.customerId));
    if (isJoining) {
      updateDevice(store, device.id, { customerId: found.customerId });
      unbindOtherKeys(store, device.id, found.customerId, key.keyCode);
      bringAlong(monitor, request, device, found.customerId, now);
    }
    const site = isJoining ? device.siteName : null;
    const by = answer.by;
    const news = { type: 'joined', site, key: hintOfKey(key.keyCode), by } as const;
    queueNews(store, found.customerId, news, now.wallMs, {
      except: answer.chat,
      site: isJoining ? device.id : null,
    });
  }
  leaveTrace(store, actor, 'key', key.ref, now.wallMs);
  recordAnswer(monitor, 'join.accept', found, actor, now);
  return found;
}

/**
 * The answer is no. The key has no owner again, and its board is released; neither can ask the same
 * account again.
 * @throws AppError NOT_FOUND, CONFLICT as for a yes
 */
export function refuseQuestion(
  monitor: Monitor,
  answer: Answer,
  actor: Actor,
  now: Instant,
): OpenQuestion {
  const { store } = monitor;
  storePendingReports(monitor);
  const { question, adopt } = store.transaction(() => {
    const found = getQuestion(monitor, answer);
    const key = getKeyOf(monitor, found);
    const device = found.deviceId === null ? undefined : findDeviceRow(store, found.deviceId);
    const adoptLater =
      found.kind === 'join'
        ? refuseRequest(monitor, key, device, actor, now)
        : expelKey(monitor, found, key, device, actor, now);
    const site = found.kind === 'question' ? found.siteName : null;
    if (found.kind === 'question') {
      const news = { type: 'left', site, key: hintOfKey(key.keyCode) } as const;
      queueNews(store, found.customerId, news, now.wallMs, {
        except: answer.chat,
        site: found.deviceRow,
      });
    }
    recordAnswer(monitor, 'join.refuse', found, actor, now);
    return { question: found, adopt: adoptLater };
  });
  adopt?.();
  followUp(monitor, now, devicesOf(question));
  return question;
}

/**
 * A board that was watched without an owner has joined an account, and takes along everything it has
 * reported since it was enrolled. Must run inside a transaction, with all its reports stored.
 */
export function bringAlong(
  monitor: Monitor,
  request: JoinRequestRow,
  device: DeviceRow,
  customerId: number,
  now: Instant,
): void {
  claimHistory(monitor.store, device.id, customerId, request.askedAt);
  resumeAlerts(monitor, { customerId, deviceRow: device.id }, now);
}

function refuseRequest(
  monitor: Monitor,
  key: KeyRow,
  device: DeviceRow | undefined,
  actor: Actor,
  now: Instant,
): (() => void) | undefined {
  const { store } = monitor;
  const request = findOpenRequest(store, key.keyCode);
  if (request === undefined) return undefined;
  updateJoinRequest(store, request.id, { refusedAt: now.wallMs, deviceRow: null });
  changeKey(store, key, { enrolledPhone: null });
  // A board that is the account's own was only mentioned.
  return device?.customerId === null ? letDeviceGo(monitor, device, actor, now) : undefined;
}

function expelKey(
  monitor: Monitor,
  { customerId }: OpenQuestion,
  key: KeyRow,
  device: DeviceRow | undefined,
  actor: Actor,
  now: Instant,
): (() => void) | undefined {
  const { store } = monitor;
  const isOnlyKey =
    device !== undefined && readServingKeys(store, device.id).every((code) => code === key.keyCode);
  const adopt = isOnlyKey ? letDeviceGo(monitor, device, actor, now) : undefined;
  if (isOnlyKey) disownHistory(store, device.id, customerId);
  const left = findKey(store, key.keyCode) ?? key;
  const ofNobody = {
    customerId: null,
    standing: 'typed',
    deviceRow: null,
    enrolledPhone: null,
  } as const;
  changeKey(store, left, ofNobody);
  const at = now.wallMs;
  insertJoinRequest(store, { customerId, keyCode: key.keyCode, askedAt: at, refusedAt: at });
  return adopt;
}

function devicesOf({ deviceId }: OpenQuestion): string[] {
  return deviceId === null ? [] : [deviceId];
}

function getQuestion({ store }: Monitor, { question, customerId }: Answer): OpenQuestion {
  const found = findOpenQuestion(store, customerId, question);
  if (found === undefined) {
    throw new AppError('NOT_FOUND', 'There is no such question, or it was answered already.');
  }
  if (customerId !== null && !found.isPhoneProven) {
    throw new AppError(
      'CONFLICT',
      'First prove that the phone number is yours: share it with the bot.',
    );
  }
  if (findCustomer(store, found.customerId)?.isActive !== true) {
    throw new AppError('CONFLICT', refusals.customerInactive);
  }
  return found;
}

function getKeyOf({ store }: Monitor, { keyCode }: OpenQuestion): KeyRow {
  const key = findKey(store, keyCode);
  if (key === undefined) throw new Error('a question is about a key that is not there');
  return key;
}

function recordAnswer(
  { store }: Monitor,
  action: 'join.accept' | 'join.refuse',
  { keyCode, customerId, deviceId }: OpenQuestion,
  actor: Actor,
  now: Instant,
): void {
  const entry = { actor, action, subject: keyCode, after: { customerId, deviceId } };
  writeAudit(store, entry, now.wallMs);
}
