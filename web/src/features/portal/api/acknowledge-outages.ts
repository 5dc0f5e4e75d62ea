import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  acknowledgeManyAnswerSchema,
  remindAgainAnswerSchema,
} from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

type Acknowledged = OutputOf<typeof acknowledgeManyAnswerSchema>;
type Reminding = OutputOf<typeof remindAgainAnswerSchema>;

const path = '/api/customer/outages';

/** Posts outages in one request; busy until the sites are up to date. */
function useAnswerOutages<Answer>(call: 'acknowledge' | 'remind') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]): Promise<Answer> =>
      customerApi.post(`${path}/${call}`, { outage_ids: ids }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}

export const useAcknowledgeOutages = () => useAnswerOutages<Acknowledged>('acknowledge');
export const useRemindAgain = () => useAnswerOutages<Reminding>('remind');
