import type {
  AdminChangeMessage,
  AdminEventMessage,
  AreaOutageMessage,
  AreaOutageRemovedMessage,
  CountsMessage,
  DeviceMessage,
  NotificationMessage,
} from '../../../../src/contract/feed/stream.ts';

/** What the stream tells an administrator (src/contract/feed/stream.ts). */
export type ConsoleMessage =
  | { event: 'device'; data: DeviceMessage }
  | { event: 'event'; data: AdminEventMessage }
  | { event: 'change'; data: AdminChangeMessage }
  | { event: 'notification'; data: NotificationMessage }
  | { event: 'counts'; data: CountsMessage }
  | { event: 'area-outage'; data: AreaOutageMessage }
  | { event: 'area-outage-removed'; data: AreaOutageRemovedMessage };

/**
 * Works a message into an answer that is shown. Gives the same object where the message does not concern
 * it. Where a message tells that something changed but not what, `askAgain()` asks the server, at most once
 * a second.
 */
export type LiveRule<Data> = (data: Data, message: ConsoleMessage, askAgain: () => void) => Data;

/** A rule as it stands in a query's `meta.live`, where the type of the data is lost. */
export class LiveQuery {
  readonly apply: LiveRule<unknown>;

  constructor(apply: LiveRule<unknown>) {
    this.apply = apply;
  }
}

/** For a query's `meta`: how its data follows the stream. */
export function follow<Data>(rule: LiveRule<Data>): { live: LiveQuery } {
  // The library hands a query's own data to its own rule, and has no type for that.
  return {
    live: new LiveQuery((data, message, askAgain) => rule(data as Data, message, askAgain)),
  };
}

/** The first words of the audit log's actions. */
type Subject =
  | 'customer'
  | 'device'
  | 'key'
  | 'recipient'
  | 'outage'
  | 'notification'
  | 'settings'
  | 'backup';

/** Whether somebody changed one of these: `device` for `device.release`, `device.edit` … */
export function isChangeOf(message: ConsoleMessage, ...subjects: readonly Subject[]): boolean {
  if (message.event !== 'change') return false;
  const { action } = message.data;
  return subjects.some((subject) => action.startsWith(`${subject}.`));
}

/**
 * The first word of the name of every answer the console keeps. What somebody changes here may show in
 * any list, and the few that are open are asked for again; after a log-out nothing of it is kept.
 */
export const consoleKey = ['console'] as const;
