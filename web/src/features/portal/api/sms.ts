import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addNumberAnswerSchema,
  addNumberSchema,
  confirmNumberSchema,
} from '../../../../../src/contract/alerts/sms.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { portalKeys } from './portal-keys.ts';

/** Whether alerts can go by SMS. */
export const smsQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ sms }: PublicInfo) => sms,
});

/** Sends a code to a number. */
export function useAskNumber() {
  return useMutation({
    mutationFn: (asked: InputOf<typeof addNumberSchema>) =>
      customerApi.post<OutputOf<typeof addNumberAnswerSchema>>('/api/customer/sms', asked),
  });
}

/** Connects a number by the code that came there. */
export function useConfirmNumber() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (typed: InputOf<typeof confirmNumberSchema>) =>
      customerApi.post('/api/customer/sms/confirm', typed),
    onSuccess: () =>
      Promise.all(
        [portalKeys.contacts, portalKeys.contactPreview, portalKeys.stats].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
