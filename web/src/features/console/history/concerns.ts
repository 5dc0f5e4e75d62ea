import type { ConsoleMessage } from '../../../lib/console/live-query.ts';
import type { HistoryOf } from './history-keys.ts';

/** Whether a message may belong to this history. A delivery does not tell whose it is. */
export function concerns(of: HistoryOf, message: ConsoleMessage): boolean {
  switch (message.event) {
    case 'event':
      return 'device_id' in of
        ? message.data.device_id === of.device_id
        : message.data.customer_id === of.customer_id;
    case 'device':
      return 'device_id' in of && message.data.device_id === of.device_id;
    case 'notification':
      return true;
    case 'change':
    case 'counts':
    case 'area-outage':
    case 'area-outage-removed':
      return false;
  }
}
