import type { UseQueryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { outageCalendarsAnswerSchema } from '../../../../src/modules/calendars/calendar-contract.ts';
import { portalKeys } from '../../features/portal/portal-stats.ts';
import { customerApi } from '../../lib/api-client.ts';

/** Calendars that a customer has read. */
export const ownCalendars = {
  path: '/api/customer/outage-calendars',
  key: [...portalKeys.all, 'outage-calendars'],
} as const;

/** Whether there are any. */
export const hasCalendarsQuery: UseQueryOptions<unknown, Error, boolean, readonly string[]> = {
  queryKey: ownCalendars.key,
  queryFn: ({ signal }): Promise<unknown> => customerApi.get(ownCalendars.path, { signal }),
  select: (answer) => (answer as OutputOf<typeof outageCalendarsAnswerSchema>).data.length > 0,
};
