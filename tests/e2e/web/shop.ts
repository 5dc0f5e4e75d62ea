/** A customer with keys and boards on a running server, as an operator and the boards bring them about. */
import { ApiClient } from '../api-client.ts';
import type { Board } from '../board.ts';
import { enrolBoard, type Home, type ServeOptions, type Server } from '../harness.ts';

export const operator = { username: 'admin', password: 'an operator of our own' };

export interface ShopOptions extends ServeOptions {
  /** Name of the customer; default `ร้านกาแฟ บางแสน`. */
  readonly name?: string;
  readonly phone?: string;
  /** Names of the sites, one board each; the first board is `fw-0000000000a1`, the next `…a2`. */
  readonly sites?: readonly string[];
  /** Keys that no board uses. */
  readonly spareKeys?: number;
}

export interface Shop {
  readonly server: Server;
  /** The operator's calls. */
  readonly admin: ApiClient;
  /** The customer's own calls. */
  readonly owner: ApiClient;
  /** What the customer logs in with. */
  readonly credentials: { readonly phone: string; readonly activationKey: string };
  readonly name: string;
  /** Those of the boards first, in their order. */
  readonly keys: readonly string[];
  readonly boards: readonly Board[];
}

export async function openShop(home: Home, options: ShopOptions = {}): Promise<Shop> {
  const { name = 'ร้านกาแฟ บางแสน', phone = '0812345678', sites = [], spareKeys = 0 } = options;
  const env = { FAIWATCH_ADMIN_PASSWORD: operator.password, ...options.env };
  const server = await home.serve({ ...options, env });
  const admin = await ApiClient.logIn(server, operator);
  await expectOk(admin.post('/api/customers', { phone, name }));
  const keys: string[] = [];
  // One more than there are boards: a customer without any key cannot log in.
  for (let made = 0; made < Math.max(1, sites.length + spareKeys); made++) {
    const order = { phone, purchaseType: 'key_only', deviceType: null };
    const { body } = await expectOk(admin.post('/api/keys', order));
    keys.push(body.data.key_code);
  }
  const boards: Board[] = [];
  for (const [index, key] of keys.slice(0, sites.length).entries()) {
    const deviceId = `fw-${(0xa1 + index).toString(16).padStart(12, '0')}`;
    boards.push(await enrolBoard(server, { deviceId, key, phone }));
  }
  const credentials = { phone, activationKey: keys[0] ?? '' };
  const owner = await ApiClient.logIn(server, credentials);
  for (const [index, siteName] of sites.entries()) {
    const path = `/api/customer/devices/${boards[index]?.id}`;
    await expectOk(owner.put(path, { siteName }));
  }
  return { server, admin, owner, credentials, name, keys, boards };
}

async function expectOk(call: ReturnType<ApiClient['get']>) {
  const answer = await call;
  if (answer.status !== 200) throw new Error(`Answered ${JSON.stringify(answer.body)}`);
  return answer;
}
