import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { generateActivationKey, normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { firstExpiry } from '../../domain/keys/key-lifecycle.ts';
import type { Store } from '../../store/engine/open.ts';
import { changeKeyCode, findKey, type KeyRow, updateKey } from '../../store/keys/keys.ts';
import type { CommandMonitor, Monitor } from '../monitor.ts';

/**
 * The context of an action on keys: the running server, or a command beside it. A command has only the
 * database; the server notices by itself what a command wrote.
 */
export type KeyMonitor = Monitor | CommandMonitor;

/**
 * @param code as a person typed it
 * @throws AppError KEY_NOT_FOUND
 */
export function getKey(store: Store, code: string): KeyRow {
  const keyCode = normaliseActivationKey(code);
  const key = keyCode === null ? undefined : findKey(store, keyCode);
  if (key === undefined) throw keyNotFound();
  return key;
}

/**
 * @throws AppError CONFLICT when somebody else has changed the key since it was read
 */
export function changeKey(
  store: Store,
  key: KeyRow,
  fields: Parameters<typeof updateKey>[2],
): void {
  if (!updateKey(store, key, fields)) throw changedMeanwhile();
}

/**
 * Gives a key another code, so that the old code no longer works. Must run within the caller's
 * transaction.
 * @returns the key with its new code
 * @throws AppError CONFLICT when somebody else has changed the key since it was read
 */
export function replaceKeyCode(store: Store, key: KeyRow): KeyRow {
  const keyCode = generateActivationKey((n) => crypto.getRandomValues(new Uint8Array(n)));
  if (!changeKeyCode(store, key, keyCode)) throw changedMeanwhile();
  return { ...key, keyCode };
}

/** The validity of a key that serves a device. It begins now unless it has begun. */
export function countingFrom(
  { settings }: Pick<Monitor, 'settings'>,
  { activatedAt, expiresAt }: Pick<KeyRow, 'activatedAt' | 'expiresAt'>,
  { wallMs }: Instant,
): Pick<KeyRow, 'activatedAt' | 'expiresAt'> {
  return {
    activatedAt: activatedAt ?? wallMs,
    expiresAt: expiresAt ?? firstExpiry(wallMs, settings.keyValidityYears),
  };
}

export function keyNotFound(): AppError {
  return new AppError('KEY_NOT_FOUND', 'There is no such activation key.');
}

export function keyInactive(): AppError {
  return new AppError('KEY_INACTIVE', 'This activation key was revoked.');
}

export function changedMeanwhile(): AppError {
  return new AppError('CONFLICT', refusals.keyChanged);
}
