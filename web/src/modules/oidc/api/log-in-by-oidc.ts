import { useMutation } from '@tanstack/react-query';
import { enter, type LoginAnswer } from '../../../features/console/components/log-in-page.tsx';
import { publicApi } from '../../../lib/api-client.ts';

function logInByOidc(code: string): Promise<LoginAnswer> {
  return publicApi.post('/api/auth/oidc', { code });
}

/** Ends a log-in that began at the organisation's OpenID provider. */
export function useLogInByOidc() {
  return useMutation({ mutationFn: logInByOidc, onSuccess: enter });
}
