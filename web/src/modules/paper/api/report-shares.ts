import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  reportSharedAnswerSchema,
  reportSharesAnswerSchema,
  ShareReportBody,
} from '../../../../../src/modules/paper/contract.ts';
import { customerApi } from '../../../lib/api-client.ts';

const path = '/api/customer/report-shares';
const queryKey = ['paper', 'shares'];

/** The reports that can be read by a link. */
export const sharesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) =>
    customerApi.get<OutputOf<typeof reportSharesAnswerSchema>>(path, { signal }),
  select: ({ data }) => data,
});

/** Makes a link; its address is in the answer only. */
export function useShareReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ShareReportBody) =>
      customerApi.post<OutputOf<typeof reportSharedAnswerSchema>>(path, body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Ends a link. */
export function useEndShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => customerApi.delete(`${path}/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}
