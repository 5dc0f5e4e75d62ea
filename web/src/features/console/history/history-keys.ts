import { consoleKey } from '../../../lib/console/console-keys.ts';

/** Whose history: a device's, whoever owned it, or a customer's, whichever devices they had. */
export type HistoryOf = { device_id: string } | { customer_id: number };

export interface HistoryParams {
  of: HistoryOf;
  page: number;
}

export const historyKeys = {
  events: (params: HistoryParams) => [...consoleKey, 'history', 'events', params],
  outages: (params: HistoryParams) => [...consoleKey, 'history', 'outages', params],
  notifications: (params: HistoryParams) => [...consoleKey, 'history', 'notifications', params],
};
