import { expect } from 'bun:test';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import type { App } from './app.ts';

export type PortalCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * Logs in as the owner of the first board; calls must succeed.
 * @param settle lets happen what follows from a call
 */
export async function logIntoPortal(
  app: App,
  settle = (): Promise<void> => app.settle(),
): Promise<PortalCall> {
  const activationKey = generateActivationKey((count) => new Uint8Array(count));
  app.data.write('UPDATE activation_keys SET key_code = ? WHERE device_row = 1', activationKey);
  const [customer] = app.data.read<{ phone: string }>('SELECT phone FROM customers');
  const account = { phone: customer?.phone, activationKey };
  const logIn = await app.call('POST', '/api/auth/customer-login', undefined, account);
  const said = await logIn.text();
  expect(logIn.status, said).toBe(200);
  const { token } = JSON.parse(said) as { token: string };
  return async (method, path, body) => {
    const answer = await app.call(method, path, token, body);
    expect(answer.status, await answer.clone().text()).toBe(200);
    await settle();
    return answer.json();
  };
}
