import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type {
  acknowledgeManyAnswerSchema,
  PortalDevice,
  remindAgainAnswerSchema,
} from '../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { toast } from '../../components/ui/toast.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { portalKeys } from './portal-stats.ts';
import { isAcknowledged, listToAnswer } from './site-state.ts';

/**
 * What one button does for the outages of sites: acknowledge them; once all are, let people be reminded again.
 * Both say what came of it, and the first offers to take it back.
 */
export function useAnswerOutages(devices: readonly PortalDevice[]) {
  const { t } = useTranslation();
  const acknowledging = useAcknowledgeOutages();
  const reminding = useRemindAgain();
  const concerned = listToAnswer(devices);
  const isSeen = concerned.every(isAcknowledged);
  const ids = concerned.flatMap(({ outage }) => (outage === null ? [] : [outage.id]));

  async function acknowledge(): Promise<void> {
    try {
      const { data } = await acknowledging.mutateAsync(ids);
      const { outage_ids: first } = data;
      if (first.length === 0) {
        toast.success(t('portal.outage.earlier'));
      } else {
        const undo = () => void remind(first);
        toast.success(t('portal.outage.done'), { label: t('ui.undo'), onClick: undo });
      }
    } catch (error) {
      toast.error(t('portal.outage.failed', { reason: describeError(error, t) }));
    }
  }

  async function remind(outages: readonly number[]): Promise<void> {
    try {
      const { data } = await reminding.mutateAsync(outages);
      const isOver = data.outage_ids.length === 0;
      toast.success(t(isOver ? 'portal.outage.over' : 'portal.outage.reminding'));
    } catch (error) {
      toast.error(t('portal.outage.remind_failed', { reason: describeError(error, t) }));
    }
  }

  return {
    count: ids.length,
    /** All are acknowledged, and the button would have people reminded again. */
    isSeen,
    isBusy: acknowledging.isPending || reminding.isPending,
    press: ({ detail }: MouseEvent) => {
      // The second click of a double one would undo the first.
      if (detail <= 1) void (isSeen ? remind(ids) : acknowledge());
    },
  };
}

type Acknowledged = OutputOf<typeof acknowledgeManyAnswerSchema>;
type Reminding = OutputOf<typeof remindAgainAnswerSchema>;

const path = '/api/customer/outages';

/** Posts outages in one request; busy until the sites are up to date. */
function usePostOutages<Answer>(call: 'acknowledge' | 'remind') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]): Promise<Answer> =>
      customerApi.post(`${path}/${call}`, { outage_ids: ids }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}

const useAcknowledgeOutages = () => usePostOutages<Acknowledged>('acknowledge');
const useRemindAgain = () => usePostOutages<Reminding>('remind');
