/** A customer with sites on a running server, and an operator, both of whom are logged in. */
import { startServer } from './server.ts';

const password = 'of the benchmark of the pages';
const phone = '0812345678';

export interface Shop extends AsyncDisposable {
  readonly url: string;
  /** What localStorage holds of whoever is logged in. */
  readonly customer: Readonly<Record<string, string>>;
  readonly operator: Readonly<Record<string, string>>;
}

/**
 * @param sites how many the customer has, none of which was heard of yet
 * @param env further settings of the server
 */
export async function openShop(
  binary: string | undefined,
  sites: number,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Shop> {
  const server = await startServer({
    binary,
    env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ADMIN_PASSWORD: password, ...env },
  });
  const url = `http://127.0.0.1:${server.http}`;
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const admin = await post('/api/auth/login', { username: 'admin', password });
  await post('/api/customers', { phone, name: 'ร้านกาแฟ บางแสน' }, admin.token);
  let activationKey = '';
  for (let site = 1; site <= sites; site += 1) {
    const order = { phone, purchaseType: 'key_only', deviceType: null };
    activationKey = (await post('/api/keys', order, admin.token)).data.key_code;
    await post('/api/device/v1/enrol', {
      device_id: `fw-${site.toString(16).padStart(12, '0')}`,
      activation_key: activationKey,
      phone,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    });
  }
  const customer = await post('/api/auth/customer-login', { phone, activationKey });
  return {
    url,
    customer: { customerToken: customer.token, customerUser: JSON.stringify(customer.user) },
    operator: { authToken: admin.token, user: JSON.stringify(admin.user) },
    [Symbol.asyncDispose]: async () => void (await server.stop()),
  };
}
