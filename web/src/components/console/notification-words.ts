import type { NotificationAnswer } from '../../../../src/contract/alerts/notifications.ts';

/** Keys of the kinds' words in the locale files. */
export const notificationWords = {
  alert: 'console.notification.type.alert',
  reminder: 'console.notification.type.reminder',
  recovery: 'console.notification.type.recovery',
  test: 'console.notification.type.test',
  'key-expiry': 'console.notification.type.key_expiry',
  digest: 'console.notification.type.digest',
  status: 'console.notification.type.status',
  account: 'console.notification.type.account',
  operator: 'console.notification.type.operator',
} as const satisfies Record<NotificationAnswer['kind'], string>;
