import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  newPlannedTimeSchema,
  PlannedTimeAnswer,
  plannedTimesAnswerSchema,
} from '../../../../../src/contract/alerts/planned-times.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

export type PlannedTime = PlannedTimeAnswer;

const path = '/api/customer/planned-times';

/** When power is planned to be off, those the operator has announced among them. */
export const plannedTimesQuery = queryOptions({
  queryKey: portalKeys.plannedTimes,
  queryFn: ({ signal }) =>
    customerApi.get<z.output<typeof plannedTimesAnswerSchema>>(path, { signal }),
  select: ({ data }) => data,
});

/** Who would be told, and when, changes with it. */
function usePlanChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        [portalKeys.plannedTimes, portalKeys.contactPreview, portalKeys.stats].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function usePlanTime() {
  return usePlanChange((time: z.input<typeof newPlannedTimeSchema>) =>
    customerApi.post(path, time),
  );
}

export function useCancelPlannedTime() {
  return usePlanChange((id: number) => customerApi.delete(`${path}/${id}`));
}
