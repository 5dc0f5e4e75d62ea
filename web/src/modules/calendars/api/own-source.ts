import { plannedChanges } from '../../../features/portal/api/planned-times.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { ownCalendars } from './own-calendars.ts';
import type { PlannedSource } from './planned-source.ts';

/** Where a customer brings in outages that are announced for their sites. */
export const ownSource: PlannedSource = {
  api: customerApi,
  files: '/api/customer/planned-times/csv',
  calendars: ownCalendars.path,
  changes: plannedChanges,
  calendarsKey: ownCalendars.key,
};
