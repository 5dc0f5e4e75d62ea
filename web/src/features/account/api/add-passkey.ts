import { startRegistration } from '@simplewebauthn/browser';
import type {
  addPasskeyAnswerSchema,
  passkeyCreationAnswerSchema,
} from '../../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { accountQuery } from '../../../lib/console/account-query.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Creation = OutputOf<typeof passkeyCreationAnswerSchema>;
type Added = OutputOf<typeof addPasskeyAnswerSchema>;

/** Throws the browser's error where its owner gave up or the device has the passkey already. */
async function addPasskey(name: string): Promise<Added> {
  const { data } = await adminApi.post<Creation>('/api/account/passkeys/options', {});
  // The contract passes the browser's own shape on without describing it.
  const response = await startRegistration({ optionsJSON: data as unknown as Options });
  return adminApi.post('/api/account/passkeys', { name, response });
}

/** Has this device, a phone or a security key make a passkey, and registers it. */
export function useAddPasskey() {
  return useConsoleChange(addPasskey, accountQuery.queryKey);
}
