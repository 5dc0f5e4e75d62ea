import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  newPlannedTimeSchema,
  plannedTimesAnswerSchema,
} from '../../../../src/contract/alerts/planned-times.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { portalKeys } from './portal-stats.ts';

const path = '/api/customer/planned-times';
/** Who would be told, and when, changes with it. */
export const plannedChanges = [
  portalKeys.plannedTimes,
  portalKeys.contactPreview,
  portalKeys.stats,
] as const;

/** When power is planned to be off, those the operator has announced among them. */
export const plannedTimesQuery = queryOptions({
  queryKey: portalKeys.plannedTimes,
  queryFn: ({ signal }) =>
    customerApi.get<OutputOf<typeof plannedTimesAnswerSchema>>(path, { signal }),
  select: ({ data }) => data,
});

function usePlanChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(plannedChanges.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

export function usePlanTime() {
  return usePlanChange((time: InputOf<typeof newPlannedTimeSchema>) =>
    customerApi.post(path, time),
  );
}

export function useCancelPlannedTime() {
  return usePlanChange((id: number) => customerApi.delete(`${path}/${id}`));
}
