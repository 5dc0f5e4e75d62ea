import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { adminLoginAnswerSchema, adminLoginSchema } from '../../../../../src/contract/auth.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { adminSession } from '../../../lib/session.ts';

export type Credentials = z.input<typeof adminLoginSchema>;
type LoginAnswer = z.output<typeof adminLoginAnswerSchema>;

function logIn(credentials: Credentials): Promise<LoginAnswer> {
  return publicApi.post('/api/auth/login', credentials);
}

/** Logs an administrator in; the session is kept where the other pages find it. */
export function useLogIn() {
  return useMutation({
    mutationFn: logIn,
    onSuccess: ({ token, user }) => adminSession.save({ token, user }),
  });
}
