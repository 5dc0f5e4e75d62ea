import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  calendarAnswerSchema,
  calendarClosedAnswerSchema,
  calendarOpenedAnswerSchema,
} from '../../../../../src/modules/calendars/feed-contract.ts';
import { portalKeys } from '../../../features/portal/api/portal-keys.ts';
import { customerApi } from '../../../lib/api-client.ts';

const path = '/api/customer/calendar';

/** Whether the calendar has an address. */
export const calendarQuery = queryOptions({
  queryKey: [...portalKeys.all, 'calendar'],
  queryFn: ({ signal }) => customerApi.get<OutputOf<typeof calendarAnswerSchema>>(path, { signal }),
  select: ({ data }) => data.is_open,
});

/** Makes a new address; it is shown once. */
export function useOpenCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.post<OutputOf<typeof calendarOpenedAnswerSchema>>(path),
    onSuccess: () =>
      queryClient.setQueryData(calendarQuery.queryKey, { ok: true, data: { is_open: true } }),
  });
}

/** Ends the address. */
export function useCloseCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<OutputOf<typeof calendarClosedAnswerSchema>>(path),
    onSuccess: ({ data }) => queryClient.setQueryData(calendarQuery.queryKey, { ok: true, data }),
  });
}
