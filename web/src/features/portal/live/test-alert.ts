import type { NotificationMessage } from '../../../../../src/contract/feed/stream.ts';

/** What became of the last test alert. */
export interface TestAlert {
  /** To how many chats it goes; null while the server has not said. */
  chats: number | null;
  sent: number;
  failed: number;
}

export const freshTestAlert: TestAlert = { chats: null, sent: 0, failed: 0 };

/** Adds one message of the stream. A delivery that will be retried counts as neither sent nor failed. */
export function countDelivery(alert: TestAlert, { kind, status }: NotificationMessage): TestAlert {
  if (kind !== 'test') return alert;
  switch (status) {
    case 'sent':
      return { ...alert, sent: alert.sent + 1 };
    case 'failed':
    case 'superseded':
      return { ...alert, failed: alert.failed + 1 };
    case 'pending':
    case 'sending':
      return alert;
  }
}

type TestAlertOutcome = 'sending' | 'sent' | 'partly' | 'failed';

export function outcomeOf({ chats, sent, failed }: TestAlert): TestAlertOutcome {
  if (chats === null || sent + failed < chats) return 'sending';
  if (failed === 0) return 'sent';
  return sent === 0 ? 'failed' : 'partly';
}
