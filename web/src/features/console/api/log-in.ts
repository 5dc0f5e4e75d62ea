import { useMutation } from '@tanstack/react-query';
import type {
  adminLoginAnswerSchema,
  adminLoginSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { ApiError, type SecondStep } from '../../../lib/api-error.ts';
import { adminSession } from '../../../lib/session.ts';

type Credentials = InputOf<typeof adminLoginSchema>;
export type LoginAnswer = OutputOf<typeof adminLoginAnswerSchema>;

/** Keeps the session where the other pages find it. */
export function enter({ token, user }: LoginAnswer): void {
  adminSession.save({ token, user });
}

/** @returns what has to follow the password; null: logged in */
async function logIn(credentials: Credentials): Promise<SecondStep | null> {
  try {
    enter(await publicApi.post<LoginAnswer>('/api/auth/login', credentials));
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.secondStep !== undefined) return error.secondStep;
    throw error;
  }
}

/** The first step of a log-in, which for many is the only one. */
export function useLogIn() {
  return useMutation({ mutationFn: logIn });
}
