import { useMutation } from '@tanstack/react-query';
import type { secondFactorSchema } from '../../../../../src/contract/people/auth.ts';
import type { InputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { enter, type LoginAnswer } from './log-in.ts';

function sendCode(code: InputOf<typeof secondFactorSchema>): Promise<LoginAnswer> {
  return publicApi.post('/api/auth/second-factor', code);
}

/** The second step of a log-in: what the app shows, or a recovery code. */
export function useSendCode() {
  return useMutation({ mutationFn: sendCode, onSuccess: enter });
}
