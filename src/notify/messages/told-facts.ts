import { hintOfKey } from '../../domain/keys/activation-key.ts';
import type { PlainMessage } from '../../store/outbox/claimed-message.ts';
import type { MessageFacts } from '../channel.ts';

/** The facts behind a message, for far ends that are programs. */
export function factsOf(message: PlainMessage, saidAt: number): MessageFacts {
  switch (message.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return {
        saidAt,
        outages: message.rows.map(
          ({ kind, siteName, deviceId, outage, announcedUntil = null }) => ({
            ...{ kind, siteName, deviceId, outageId: outage.id, cause: outage.cause },
            ...{ downAt: outage.downAt, recoverAt: outage.recoverAt },
            acknowledgedAt: outage.acknowledgedAt,
            isAnnounced: announcedUntil !== null,
          }),
        ),
      };
    case 'key-expiry':
      return {
        saidAt,
        keys: message.rows.map(({ keyCode, siteName, deviceId, expiresAt }) => ({
          ...{ siteName, deviceId, expiresAt, suffix: hintOfKey(keyCode) },
        })),
      };
    case 'account':
      return {
        saidAt,
        changes: message.rows.map(({ news }) => news),
      };
    case 'operator':
      return {
        saidAt,
        problems: message.rows.flatMap(({ news }) => ('problem' in news ? news : [])),
      };
    case 'test':
      return { saidAt };
  }
}
