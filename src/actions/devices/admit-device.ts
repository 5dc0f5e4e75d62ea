import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { applyInput } from '../fleet/apply-input.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Takes a token from what a device may send; events that come together take the rest of what they cost
 * once they were read.
 * @throws AppError RATE_LIMITED; the device keeps what it has and repeats it
 */
export function admitDevice(monitor: Monitor, device: LiveDevice, now: Instant): void {
  const waitMs = device.allowance.waitMs(now.monoMs);
  if (waitMs === 0) {
    device.allowance.take(now.monoMs);
    return;
  }
  // It did speak: whoever floods with its token must not make it look silent. What waits says so too.
  if (device.waiting === 0) applyInput(monitor, device, { type: 'contact' }, now);
  throw new AppError(
    'RATE_LIMITED',
    'This device sends more than it may; it loses nothing by waiting.',
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}
