import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  addEmailAnswerSchema,
  addEmailSchema,
} from '../../../../../src/contract/alerts/email.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** Whether alerts can go to an email address. */
export const emailQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ email }: PublicInfo) => email,
});

/** Asks an address whether it wants alerts. */
export function useAskEmail() {
  return useMutation({
    mutationFn: (asked: InputOf<typeof addEmailSchema>) =>
      customerApi.post<OutputOf<typeof addEmailAnswerSchema>>('/api/customer/email', asked),
  });
}
