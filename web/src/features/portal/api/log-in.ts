import { useMutation } from '@tanstack/react-query';
import type {
  customerLoginAnswerSchema,
  customerLoginSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { customerSession } from '../../../lib/session.ts';

type Credentials = InputOf<typeof customerLoginSchema>;
type LoginAnswer = OutputOf<typeof customerLoginAnswerSchema>;

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
