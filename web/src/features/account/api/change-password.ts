import { useMutation } from '@tanstack/react-query';
import type {
  changePasswordAnswerSchema,
  changePasswordSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { adminSession } from '../../../lib/session.ts';

function changePassword(
  passwords: InputOf<typeof changePasswordSchema>,
): Promise<OutputOf<typeof changePasswordAnswerSchema>> {
  return adminApi.post('/api/auth/change-password', passwords);
}

/** Changes the own password. All other sessions end with it; this one goes on with a new token. */
export function useChangePassword() {
  return useMutation({
    mutationFn: changePassword,
    onSuccess: ({ token }) => adminSession.replaceToken(token),
  });
}
