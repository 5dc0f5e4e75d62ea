import type {
  customerLoginAnswerSchema,
  customerLoginSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { customerSession } from '../../../lib/session.ts';

type LoginAnswer = OutputOf<typeof customerLoginAnswerSchema>;

/** Logs a customer in; the session is kept where the other pages find it. Throws what the api client throws. */
export async function logIn(credentials: InputOf<typeof customerLoginSchema>): Promise<void> {
  customerSession.save(await publicApi.post<LoginAnswer>('/api/auth/customer-login', credentials));
}

/** The same with the one-time link that the bot sent. */
export async function logInByLink(token: string): Promise<void> {
  customerSession.save(await publicApi.post<LoginAnswer>('/api/auth/link-login', { token }));
}
