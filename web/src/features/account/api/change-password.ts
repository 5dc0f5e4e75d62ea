import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  changePasswordAnswerSchema,
  changePasswordSchema,
} from '../../../../../src/contract/people/auth.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { adminSession } from '../../../lib/session.ts';

function changePassword(
  passwords: z.input<typeof changePasswordSchema>,
): Promise<z.output<typeof changePasswordAnswerSchema>> {
  return adminApi.post('/api/auth/change-password', passwords);
}

/** Changes the own password. All other sessions end with it; this one goes on with a new token. */
export function useChangePassword() {
  return useMutation({
    mutationFn: changePassword,
    onSuccess: ({ token }) => adminSession.replaceToken(token),
  });
}
