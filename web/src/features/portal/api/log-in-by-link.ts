import { useMutation } from '@tanstack/react-query';
import type { customerLoginAnswerSchema } from '../../../../../src/contract/people/auth.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { customerSession } from '../../../lib/session.ts';

/** Logs in with the one-time link that the bot sent. */
export function useLogInByLink() {
  return useMutation({
    mutationFn: (token: string) =>
      publicApi.post<OutputOf<typeof customerLoginAnswerSchema>>('/api/auth/link-login', { token }),
    onSuccess: ({ token, user }) => customerSession.save({ token, user }),
  });
}
