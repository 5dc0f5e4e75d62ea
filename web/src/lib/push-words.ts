/** Why this browser cannot be told, for people. */
import type { TFunction } from 'i18next';
import { describeError } from './error-text.ts';
import { type Obstacle, PushRefusal } from './push-subscription.ts';

export const obstacleWords = {
  insecure: 'portal.push.insecure',
  ios: 'portal.push.ios',
  unsupported: 'portal.push.unsupported',
  denied: 'portal.push.denied',
} as const satisfies Record<Obstacle, string>;

const refusalWords = {
  dismissed: 'portal.push.dismissed',
  failed: 'portal.push.failed',
} as const satisfies Record<PushRefusal['reason'], string>;

export function sayPushRefusal(error: unknown, t: TFunction): string {
  return error instanceof PushRefusal ? t(refusalWords[error.reason]) : describeError(error, t);
}
