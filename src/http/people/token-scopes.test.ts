/** What outlives an API token: a program needs a scope for it, and it can end with the token. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { enrolBoard, phoneOf, sellKey } from '../../../tests/support/enrolment.ts';
import { HttpWorld, makeAppOptions, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { createApiToken } from '../../actions/people/api-tokens.ts';
import { scopesFor, type TokenScope, tokenScopes } from '../../domain/people/token-scopes.ts';
import { type OperatorRole, operatorRoles } from '../../domain/states.ts';
import { connectRecipient, readRecipients } from '../../store/alerts/recipients.ts';
import { reportShares } from '../../store/alerts/tables.ts';
import { homeAccounts } from '../../store/home/tables.ts';
import { findKey } from '../../store/keys/keys.ts';
import { listApiTokens } from '../../store/people/api-tokens.ts';
import { updateCustomer } from '../../store/people/customers.ts';
import { auditLog } from '../../store/people/tables.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import { apiRoutes } from '../engine/api-routes.ts';

let world: HttpWorld;
let owner: string;
let victim: number;

beforeEach(async () => {
  world = new HttpWorld();
  owner = await world.admin();
  victim = makeCustomer(world.monitor);
  world.monitor.time.advanceMs(60_000);
});

/** A new token, and its number. */
function make(scopes: readonly TokenScope[], role: 'owner' | 'support' = 'owner') {
  const name = `Script ${listApiTokens(world.monitor.store).length}`;
  const wanted = { name, role, scopes, expiresAt: null };
  const { token, row } = createApiToken(world.monitor, wanted, testActor, world.monitor.clock());
  return { token, id: row.id };
}

const logIn = (activationKey: string, customer = victim) =>
  world.post('/api/auth/customer-login', undefined, {
    phone: phoneOf(world.monitor, customer),
    activationKey,
  });
const hook = { channel: 'webhook', address: 'https://hooks.example/x', language: 'en' };

test('a scope goes with every role that may make one of its calls, and with no other', () => {
  const routes = apiRoutes(makeAppOptions(makeTestMonitor()));
  for (const scope of tokenScopes) {
    const roles = routes
      .filter((one) => [one.scope, ...Object.values(one.fieldScopes ?? {})].includes(scope))
      .map(({ access }) => operatorRoles.indexOf(access as OperatorRole));
    const least = operatorRoles.findIndex((role) => scopesFor(role).includes(scope));
    expect(Math.min(...roles)).toBe(least);
  }
});

describe('an owner’s token without scopes', () => {
  test('leaves its thief no way into an account', async () => {
    const { token } = make([]);
    const key = sellKey(world.monitor, victim);
    const own = makeCustomer(world.monitor);
    const bought = sellKey(world.monitor);
    const phone = phoneOf(world.monitor, victim);
    const order = { purchaseType: 'key_only' };
    const put = (code: string, body: object) => world.put(`/api/keys/${code}`, token, body);
    for (const answer of [
      await world.post('/api/keys', token, order),
      await world.post('/api/keys', token, { ...order, phone }),
      await world.post('/api/keys/bulk', token, order),
      await put(bought, { phone }),
      await put(bought, { customer_id: victim }),
      await put(key, { customer_id: own }),
      await world.put(`/api/customers/${victim}`, token, { phone: '089-000-1234' }),
      await world.post(`/api/customers/${victim}/confirm-phone`, token),
    ]) {
      expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
    }
    expect(await logIn(bought)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    for (const path of ['/api/keys', '/api/keys/export.csv', '/api/audit', `/api/keys/${key}`]) {
      const { status, text } = await world.get(path, token);
      expect(status).toBe(200);
      expect(text).not.toContain(key);
    }
  });

  test('goes on with what its role does otherwise: notes of a key, a customer’s name, a search by phone', async () => {
    const { token } = make([], 'support');
    const key = sellKey(world.monitor, victim);
    expect((await world.put(`/api/keys/${key}`, token, { notes: 'cash' })).status).toBe(200);
    const renamed = await world.put(`/api/customers/${victim}`, token, { name: 'Corner shop' });
    expect(renamed.body.data.name).toBe('Corner shop');
    const phone = phoneOf(world.monitor, victim);
    const found = await world.get(`/api/customers?q=${encodeURIComponent(phone)}`, token);
    expect(found.body.data).toMatchObject([{ phone }]);
  });

  test('makes no copy of the database, takes none, and names nobody who is told', async () => {
    const { token } = make(['sessions', 'keys:whole']);
    const { name } = await world.backups.add('manual', world.monitor.clock().wallMs);
    for (const answer of [
      await world.post('/api/system/backups', token),
      await world.get(`/api/system/backups/${name}`, token),
      await world.post('/api/operator-recipients', token, hook),
    ]) {
      expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
    }
    expect(readOperatorRecipients(world.monitor.store)).toEqual([]);
  });
});

test('a scope opens its own calls: a backup is made and taken with `backups` alone', async () => {
  const { token } = make(['backups']);
  const made = await world.post('/api/system/backups', token);
  expect(made.status).toBe(200);
  const copy = await world.get(`/api/system/backups/${made.body.data.name}`, token);
  expect(copy.status).toBe(200);
});

test('a key made with `keys:whole` is answered whole; for a phone it takes `sessions`, too', async () => {
  const { token } = make(['keys:whole']);
  const made = await world.post('/api/keys', token, { purchaseType: 'key_only', phone: '' });
  expect(findKey(world.monitor.store, made.body.data.key_code)).toBeDefined();
  const phone = phoneOf(world.monitor, victim);
  const bound = await world.post('/api/keys', token, { purchaseType: 'key_only', phone });
  expect(bound.body.error).toContain('`sessions`');
  expect(bound).toMatchObject(refused(403, 'FORBIDDEN'));
});

describe('scopes', () => {
  const post = (body: object) => world.post('/api/tokens', owner, body);

  test('are shown in the list, none unless they are asked for', async () => {
    const { body } = await post({ name: 'One', role: 'owner' });
    expect(body.data).toMatchObject({ scopes: [], lost_scopes: [] });
    await post({ name: 'Two', role: 'support', scopes: ['keys:whole', 'recipients'] });
    expect((await world.get('/api/tokens', owner)).body.data).toMatchObject([
      { name: 'One', scopes: [] },
      { name: 'Two', scopes: ['recipients', 'keys:whole'] },
    ]);
  });

  test.each([
    { role: 'viewer', scopes: ['keys:whole'] },
    { role: 'support', scopes: ['backups'] },
    { role: 'owner', scopes: ['sessions', 'sessions'] },
    { role: 'owner', scopes: ['everything'] },
  ])('are refused where they are none, or of no use to the role: %p', async (wanted) => {
    expect(await post({ name: 'One', ...wanted })).toMatchObject(refused(400, 'VALIDATION'));
    expect(listApiTokens(world.monitor.store)).toEqual([]);
  });

  test('can be given and taken at once, and the audit log says so', async () => {
    const { token, id } = make([]);
    const change = (scopes: readonly string[]) => world.put(`/api/tokens/${id}`, owner, { scopes });
    expect((await change(['backups'])).body.data.scopes).toEqual(['backups']);
    expect((await world.post('/api/system/backups', token)).status).toBe(200);
    await change([]);
    expect(await world.post('/api/system/backups', token)).toMatchObject(refused(403, 'FORBIDDEN'));
    const entries = world.monitor.store.db.select().from(auditLog).all();
    expect(entries.filter(({ action }) => action === 'token.scopes')).toMatchObject([
      { subject: 'token:Script 0', before: { scopes: [] }, after: { scopes: ['backups'] } },
      { before: { scopes: ['backups'] }, after: { scopes: [] } },
    ]);
  });

  test('a token from before there were any keeps its role, has none, and says which it lost', async () => {
    const { token, id } = make([]);
    const support = make([], 'support');
    const viewer = make([]);
    const { sqlite } = world.monitor.store;
    sqlite.run('UPDATE api_tokens SET scopes = NULL');
    sqlite.run("UPDATE api_tokens SET role = 'viewer' WHERE id = ?", [viewer.id]);
    expect((await world.get('/api/settings', token)).status).toBe(200);
    expect(await world.post('/api/system/backups', token)).toMatchObject(refused(403, 'FORBIDDEN'));
    const read = async () => (await world.get('/api/tokens', owner)).body.data;
    const findings = async () => {
      const { data } = (await world.get('/api/system', owner)).body;
      return [data.problems.includes('tokens_without_scopes'), data.tokens_without_scopes];
    };
    expect(await findings()).toEqual([true, ['Script 0', 'Script 1']]);
    expect(await read()).toMatchObject([
      { id, scopes: [], lost_scopes: [...tokenScopes] },
      { id: support.id, scopes: [], lost_scopes: ['recipients', 'sessions', 'keys:whole'] },
      { id: viewer.id, scopes: [], lost_scopes: [] },
    ]);
    await world.put(`/api/tokens/${id}`, owner, { scopes: tokenScopes });
    await world.put(`/api/tokens/${support.id}`, owner, { scopes: [] });
    expect(await read()).toMatchObject([
      { scopes: [...tokenScopes], lost_scopes: [] },
      { scopes: [], lost_scopes: [] },
      { lost_scopes: [] },
    ]);
    expect(await findings()).toEqual([false, []]);
    expect((await world.post('/api/system/backups', token)).status).toBe(200);
  });
});

describe('what a token left', () => {
  const tracesOf = async (id: number) => (await world.get(`/api/tokens/${id}/traces`, owner)).body;
  const kindsOf = async (id: number): Promise<string[]> =>
    (await tracesOf(id)).data.map(({ kind }: { kind: string }) => kind).toSorted();

  /** A token that has used all its scopes. */
  async function spread() {
    const made = make(tokenScopes);
    const { token } = made;
    const order = { purchaseType: 'key_only', phone: phoneOf(world.monitor, victim) };
    await world.post('/api/operator-recipients', token, hook);
    const { key_code: key } = (await world.post('/api/keys', token, order)).body.data;
    const bought = sellKey(world.monitor);
    await world.put(`/api/keys/${bought}`, token, { customer_id: victim });
    await world.put(`/api/customers/${victim}`, token, { phone: '089-000-1234' });
    await world.put('/api/channels/webhook', token, { signing_key: 'q'.repeat(32) });
    const { name } = (await world.post('/api/system/backups', token)).body.data;
    await world.get(`/api/system/backups/${name}`, token);
    return { ...made, key };
  }

  test('is listed while it is there, named as people know it, with whose it is', async () => {
    const { id, key } = await spread();
    expect(await kindsOf(id)).toEqual(
      ['recipient', 'key', 'key', 'account', 'channel', 'backup', 'download'].toSorted(),
    );
    const { data, has_more } = await tracesOf(id);
    expect(has_more).toBe(false);
    expect(data).toContainEqual({
      kind: 'key',
      ref: findKey(world.monitor.store, key)?.ref,
      name: `*****-*****-*****-${key.slice(-5)}`,
      customer_id: victim,
      customer_name: expect.any(String),
      is_in_use: false,
      at: expect.any(String),
    });
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'recipient', name: 'hooks.example', customer_id: null }),
    );
    await world.delete(`/api/operator-recipients/${1}`, owner);
    await world.post(`/api/keys/${key}/revoke`, owner);
    expect(await kindsOf(id)).toEqual(
      ['key', 'account', 'channel', 'backup', 'download'].toSorted(),
    );
  });

  test('is nothing of what people, or other programs, do', async () => {
    const { id } = make(tokenScopes);
    await spread();
    await world.post('/api/keys', owner, { purchaseType: 'key_only' });
    expect(await kindsOf(id)).toEqual([]);
  });

  test('ends with it, if wanted: addresses, keys, and every session of an account', async () => {
    const { id, key, token } = await spread();
    enrolBoard(world.monitor, key, victim);
    const session = (await logIn(key)).body.token;
    expect((await world.get('/api/customer/stats', session)).status).toBe(200);
    const { data } = await tracesOf(id);
    const end = data
      .filter(({ kind }: { kind: string }) => ['recipient', 'key', 'account'].includes(kind))
      .map(({ kind, ref }: { kind: string; ref: string }) => ({ kind, ref }));
    expect((await world.post(`/api/tokens/${id}/revoke`, owner, { end })).status).toBe(200);
    expect(await world.get('/api/settings', token)).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(readOperatorRecipients(world.monitor.store)).toEqual([]);
    expect(findKey(world.monitor.store, key)?.isActive).toBe(false);
    expect(await world.get('/api/customer/stats', session)).toMatchObject(
      refused(401, 'INVALID_TOKEN'),
    );
    expect(await logIn(key)).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
    const actions = world.monitor.store.db
      .select()
      .from(auditLog)
      .all()
      .filter(({ actor }) => actor === 'admin:admin')
      .map(({ action, subject }) => [action, subject]);
    expect(actions).toContainEqual(['operator-recipient.remove', 'operator-recipient:1']);
    expect(actions).toContainEqual(['key.revoke', key]);
    expect(actions).toContainEqual(['session.end-all', `customer:${victim}`]);
    expect(actions.at(-1)).toEqual(['token.revoke', 'token:Script 0']);
  });

  /** Connects a chat to the victim's account now. */
  const connect = (address: string) =>
    connectRecipient(
      world.monitor.store,
      {
        ...{ customerId: victim, channel: 'telegram', address, name: '', language: 'en' },
        role: 'owner',
      },
      world.monitor.clock().wallMs,
    );

  test('takes along what came into the accounts that it opened, as far as wanted; older things are not its own', async () => {
    const { store } = world.monitor;
    const own = readRecipients(store, victim);
    const before = await logIn(sellKey(world.monitor, victim));
    await world.post('/api/customer/contacts', before.body.token, { name: 'Brother' });
    world.monitor.time.advanceMs(60_000);
    const { id, token } = make(['sessions', 'keys:whole']);
    const order = { purchaseType: 'key_only', phone: phoneOf(world.monitor, victim) };
    const { key_code: key } = (await world.post('/api/keys', token, order)).body.data;
    world.monitor.time.advanceMs(60_000);
    // The same again later: what came in between is the thief's all the same.
    const session = (await logIn(key)).body.token;
    connect('666');
    expect((await world.post('/api/customer/contacts', session, { name: 'Thief' })).status).toBe(
      200,
    );
    // What modules write, by rows: it ends where they are gone, too.
    const openedAt = world.monitor.clock().wallMs;
    const days = { firstDate: '2026-01-01', lastDate: '2026-01-10', language: 'en' } as const;
    const lasting = { createdAt: openedAt, expiresAt: openedAt + 90 * 86_400_000 };
    store.db
      .insert(reportShares)
      .values({ customerId: victim, secretHash: 'h', ...days, ...lasting })
      .run();
    updateCustomer(store, victim, { calendarHash: 'h' });
    const home = { name: 'home-1f2e3d4c', passwordHash: 'h', createdAt: openedAt };
    store.db
      .insert(homeAccounts)
      .values({ customerId: victim, ...home })
      .run();
    world.monitor.time.advanceMs(60_000);
    await world.put(`/api/keys/${key}`, token, { customer_id: victim });

    const { data } = await tracesOf(id);
    const made = data.filter(({ kind }: { kind: string }) => kind !== 'key');
    expect(made.map(({ kind, name }: Record<string, string>) => [kind, name])).toEqual(
      expect.arrayContaining([
        ['chat', expect.any(String)],
        ['contact', 'Thief'],
        ['share', '2026-01-01 – 2026-01-10'],
        ['feed', expect.any(String)],
        ['home', expect.any(String)],
      ]),
    );
    expect(made).toHaveLength(5);
    const end = made.map(({ kind, ref }: Record<string, string>) => ({ kind, ref }));
    expect((await world.post(`/api/tokens/${id}/revoke`, owner, { end })).status).toBe(200);
    expect(readRecipients(store, victim)).toEqual(own);
    const left = (table: string) =>
      store.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    expect([left('report_shares'), left('home_accounts')]).toEqual([0, 0]);
    expect(left('customers WHERE calendar_hash IS NOT NULL')).toBe(0);
    expect(left("contacts WHERE name = 'Brother'")).toBe(1);
    expect(left("contacts WHERE name = 'Thief'")).toBe(0);
  });

  test('is nothing that came into an account which it did not open', async () => {
    const { id } = make(['sessions']);
    connect('666');
    const chats = readRecipients(world.monitor.store, victim);
    expect(await kindsOf(id)).toEqual([]);
    const end = [{ kind: 'chat', ref: String(chats[0]?.id) }];
    expect(await world.post(`/api/tokens/${id}/revoke`, owner, { end })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    expect(readRecipients(world.monitor.store, victim)).toEqual(chats);
  });

  test('stays, all of it, and the token with it, when one of the things is not its own', async () => {
    const { id, token } = await spread();
    const mine = findKey(world.monitor.store, sellKey(world.monitor, victim));
    const before = world.monitor.store.sqlite.serialize();
    const end = [
      { kind: 'recipient', ref: '1' },
      { kind: 'key', ref: mine?.ref },
    ];
    const answer = await world.post(`/api/tokens/${id}/revoke`, owner, { end });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(world.monitor.store.sqlite.serialize()).toEqual(before);
    expect((await world.get('/api/settings', token)).status).toBe(200);
  });

  test('stays when the token is revoked alone', async () => {
    const { id, key } = await spread();
    await world.delete(`/api/tokens/${id}`, owner);
    expect(findKey(world.monitor.store, key)?.isActive).toBe(true);
    expect(readOperatorRecipients(world.monitor.store)).toHaveLength(1);
  });

  test('is nothing that a call wanted to make which was under way when the token ended', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<null>();
    const { channels } = makeAppOptions(world.monitor);
    const test = () => {
      asked.resolve();
      return answered.promise;
    };
    world = new HttpWorld({ channels: { ...channels, test } });
    owner = await world.admin();
    const { id, token } = make(['recipients']);
    const adding = world.post('/api/operator-recipients', token, hook);
    await asked.promise;
    expect((await world.delete(`/api/tokens/${id}`, owner)).status).toBe(200);
    answered.resolve(null);
    expect(await adding).toMatchObject(refused(401, 'INVALID_TOKEN'));
    expect(readOperatorRecipients(world.monitor.store)).toEqual([]);
  });
});
