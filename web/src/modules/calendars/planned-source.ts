import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { plannedFileAnswerSchema } from '../../../../src/modules/calendars/announcement-contract.ts';
import type {
  outageCalendarAnswerSchema,
  outageCalendarsAnswerSchema,
} from '../../../../src/modules/calendars/calendar-contract.ts';
import type { Api } from '../../lib/api-client.ts';

/** Where announced outages are brought in: a customer's own, or the operator's. */
export interface PlannedSource {
  api: Api;
  /** Path of the call that takes a file. */
  files: string;
  /** Path of the calendars that are read. */
  calendars: string;
  /** The answers that a change may change. */
  changes: readonly (readonly string[])[];
  calendarsKey: readonly string[];
}

type FileAnswer = OutputOf<typeof plannedFileAnswerSchema>;
export type PlannedLine = FileAnswer['data']['lines'][number];
type CalendarsAnswer = OutputOf<typeof outageCalendarsAnswerSchema>;
export type OutageCalendar = CalendarsAnswer['data'][number];
type CalendarAnswer = OutputOf<typeof outageCalendarAnswerSchema>;

export function calendarsQuery({ api, calendars, calendarsKey }: PlannedSource) {
  return queryOptions({
    queryKey: calendarsKey,
    queryFn: ({ signal }) => api.get<CalendarsAnswer>(calendars, { signal }),
    select: ({ data }) => data,
  });
}

function useChange<Input, Output>(
  { changes, calendarsKey }: PlannedSource,
  change: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        [...changes, calendarsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

interface Sites {
  /** Null: all. */
  deviceIds: readonly string[] | null;
}

/** Reads a file; plans nothing. */
export async function previewFile(
  { api, files }: PlannedSource,
  { csv, deviceIds }: Sites & { csv: string },
): Promise<PlannedLine[]> {
  const body = { csv, device_ids: deviceIds, is_preview: true };
  return (await api.post<FileAnswer>(files, body)).data.lines;
}

export function useImportFile(source: PlannedSource) {
  return useChange(source, ({ csv, deviceIds }: Sites & { csv: string }) =>
    source.api.post<FileAnswer>(source.files, { csv, device_ids: deviceIds, is_preview: false }),
  );
}

export function useAddCalendar(source: PlannedSource) {
  return useChange(source, async ({ url, deviceIds }: Sites & { url: string }) => {
    const body = { url, device_ids: deviceIds };
    return (await source.api.post<CalendarAnswer>(source.calendars, body)).data;
  });
}

export function useRemoveCalendar(source: PlannedSource) {
  return useChange(source, (id: number) => source.api.delete(`${source.calendars}/${id}`));
}
