import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { plannedTimesAnswerSchema } from '../../../../../src/contract/alerts/planned-times.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { newAnnouncementSchema } from '../../../../../src/modules/calendars/announcement-contract.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/live-query.ts';
import type { PlannedSource } from './planned-source.ts';

const path = '/api/announcements';
const queryKey = [...consoleKey, 'announcements'] as const;
/** What begins, ends or is read from a calendar is told by no event. */
const askEveryMs = 60_000;

/** What is announced: what is not over, or the last of what is. */
export function announcementsQuery(state: 'current' | 'over') {
  return queryOptions({
    queryKey: [...queryKey, state],
    queryFn: ({ signal }) =>
      adminApi.get<OutputOf<typeof plannedTimesAnswerSchema>>(path, { query: { state }, signal }),
    select: ({ data }) => data,
    refetchInterval: askEveryMs,
  });
}

export const announcementSource: PlannedSource = {
  api: adminApi,
  files: `${path}/csv`,
  calendars: '/api/outage-calendars',
  changes: [queryKey],
  calendarsKey: [...consoleKey, 'outage-calendars'],
};

function useAnnouncementChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useAnnounce() {
  return useAnnouncementChange((outage: InputOf<typeof newAnnouncementSchema>) =>
    adminApi.post(path, outage),
  );
}

export function useTakeBack() {
  return useAnnouncementChange((id: number) => adminApi.delete(`${path}/${id}`));
}
