import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { applyInput } from '../fleet/apply-input.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Takes a token for a message of a device. Several events in one message take the rest of their tokens
 * once they were read.
 * @throws AppError RATE_LIMITED; the device keeps what it has and repeats it
 */
export function admitDevice(monitor: Monitor, device: LiveDevice, now: Instant): void {
  const waitMs = device.allowance.waitMs(now.monoMs);
  if (waitMs === 0) {
    device.allowance.take(now.monoMs);
    return;
  }
  // The device did speak: a flood with its token must not make it look silent. Waiting messages count as
  // well.
  if (device.waiting === 0) applyInput(monitor, device, { type: 'contact' }, now);
  throw new AppError(
    'RATE_LIMITED',
    'This device sends more than it may; it loses nothing by waiting.',
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}
