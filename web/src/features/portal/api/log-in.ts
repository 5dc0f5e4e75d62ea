import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  customerLoginAnswerSchema,
  customerLoginSchema,
} from '../../../../../src/contract/people/auth.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { customerSession } from '../../../lib/session.ts';

type Credentials = z.input<typeof customerLoginSchema>;
type LoginAnswer = z.output<typeof customerLoginAnswerSchema>;

function logIn(credentials: Credentials): Promise<LoginAnswer> {
  return publicApi.post('/api/auth/customer-login', credentials);
}

/** Logs a customer in; the session is kept where the other pages find it. */
export function useLogIn() {
  return useMutation({
    mutationFn: logIn,
    onSuccess: ({ token, user }) => customerSession.save({ token, user }),
  });
}
