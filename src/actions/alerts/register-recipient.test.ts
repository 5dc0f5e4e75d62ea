import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { codeOf } from '../../../tests/support/code-of.ts';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import { listOutageCalendars } from '../../store/alerts/outage-calendars.ts';
import { outageCalendars, recipients, reportShares } from '../../store/alerts/tables.ts';
import { homeAccounts, homeBrokers } from '../../store/home/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { findCustomer, updateCustomer } from '../../store/people/customers.ts';
import { auditLog, customers } from '../../store/people/tables.ts';
import { linkLifeMs } from '../people/one-time-links.ts';
import { requestDeletion } from '../people/request-deletion.ts';
import { createMessengerLink, readLinkPayload } from './create-messenger-link.ts';
import { type RegistrationProof, registerRecipient } from './register-recipient.ts';

const key = generateActivationKey((count) => new Uint8Array(count).fill(77));
const profile = { name: 'Somchai Jaidee', username: 'somchai' };

function makeWorld() {
  const world = makeDeliveryWorld();
  const { monitor } = world;
  const register = (address: string, proof: RegistrationProof, withProfile = true) =>
    registerRecipient(
      monitor,
      {
        channel: 'telegram',
        address,
        chatName: 'Somchai',
        language: 'en',
        proof,
        ...(withProfile && { profile }),
      },
      monitor.clock(),
    );
  const connect = (address: string, proof: RegistrationProof) => {
    const outcome = register(address, proof);
    if (outcome.type !== 'connected') throw new Error('the chat belongs to another account');
    return outcome;
  };
  const refusalOf = (address: string, proof: RegistrationProof) =>
    codeOf(() => register(address, proof));
  /** A customer with a phone and a key, and no chat yet. */
  const addOwner = (phone: string) => {
    const id = makeCustomer(monitor, `none ${phone}`);
    monitor.store.db
      .update(customers)
      .set({ phone, name: phone })
      .where(eq(customers.id, id))
      .run();
    monitor.store.db.delete(recipients).where(eq(recipients.customerId, id)).run();
    return id;
  };
  const addKey = (customerId: number | null, isActive = true) =>
    monitor.store.db
      .insert(activationKeys)
      .values({
        keyCode: key,
        purchaseType: 'key_only',
        customerId,
        price: 200,
        isActive,
        createdBy: 'test',
        createdAt: 0,
        activatedAt: 1,
        expiresAt: 2,
      })
      .run();
  const chats = () =>
    monitor.store.db
      .select()
      .from(recipients)
      .all()
      .map((row) => [row.address, row.customerId]);
  return { ...world, register, connect, refusalOf, addOwner, addKey, chats };
}

describe('a shared contact', () => {
  test('connects the chat to the customer with that number, and gives them a name', () => {
    const { register, addOwner, chats, monitor } = makeWorld();
    const customerId = addOwner('+66812345678');
    expect(register('7', { type: 'contact', phone: '66812345678' })).toEqual({
      type: 'connected',
      customerId,
      customerName: 'Somchai Jaidee',
    });
    expect(chats()).toEqual([['7', customerId]]);
    const customer = monitor.store.db.select().from(customers).get();
    expect(customer).toMatchObject({ name: 'Somchai Jaidee', telegramUsername: 'somchai' });
    expect(monitor.store.db.select().from(auditLog).all()).toMatchObject([
      { actor: 'bot:7', action: 'customer.prove-phone', subject: `customer:${customerId}` },
      { actor: 'bot:7', action: 'recipient.register', subject: `customer:${customerId}` },
    ]);
  });

  test('ends every way in of whoever only typed the number first, those without a session too', () => {
    const { register, addOwner, monitor } = makeWorld();
    const { store } = monitor;
    const now = monitor.clock();
    const customerId = addOwner('+66812345678');
    const openHome = () => {
      const account = { customerId, name: 'home-1f2e3d4c', passwordHash: 'h', createdAt: 0 };
      store.db.insert(homeAccounts).values(account).run();
    };
    openHome();
    const broker = { url: 'mqtts://b.example:8883', username: 'x', password: 'y', createdAt: 0 };
    store.db
      .insert(homeBrokers)
      .values({ customerId, ...broker })
      .run();
    updateCustomer(store, customerId, { calendarHash: 'h' });
    const days = { firstDate: '2027-01-01', lastDate: '2027-01-02' };
    const lasting = { createdAt: 0, expiresAt: now.wallMs + 1 };
    store.db
      .insert(reportShares)
      .values({ customerId, secretHash: 'h', language: 'en', ...days, ...lasting })
      .run();
    const url = 'https://calendar.example/theirs.ics';
    const read = { createdAt: 0, readAt: 0, nextReadAt: 0 };
    store.db
      .insert(outageCalendars)
      .values({ customerId, url, ...read })
      .run();
    const waysIn = () => [
      store.db.select().from(homeAccounts).all().length > 0,
      store.db.select().from(homeBrokers).all().length > 0,
      findCustomer(store, customerId)?.calendarHash !== null,
      store.db.select().from(reportShares).all().length > 0,
      listOutageCalendars(store, customerId).length > 0,
    ];
    expect(waysIn()).toEqual([true, true, true, true, true]);
    register('7', { type: 'contact', phone: '66812345678' });
    expect(waysIn()).toEqual([false, false, false, false, false]);

    // Whoever has proved the number keeps what they made since.
    openHome();
    register('7', { type: 'contact', phone: '66812345678' });
    expect(store.db.select().from(homeAccounts).all()).toHaveLength(1);
  });

  test('keeps a name that was given', () => {
    const { connect, addOwner, monitor } = makeWorld();
    addOwner('+66812345678');
    monitor.store.db.update(customers).set({ name: 'Shop', phoneProvenAt: 1 }).run();
    const contact: RegistrationProof = { type: 'contact', phone: '66812345678' };
    expect(connect('7', contact).customerName).toBe('Shop');
    const nameless = { name: '', username: null };
    registerRecipient(
      monitor,
      {
        channel: 'telegram',
        address: '7',
        chatName: '',
        language: 'en',
        proof: contact,
        profile: nameless,
      },
      monitor.clock(),
    );
    expect(monitor.store.db.select().from(customers).get()).toMatchObject({
      name: 'Shop',
      telegramUsername: 'somchai',
    });
  });

  test('of a number nobody has makes a customer', () => {
    const { register, monitor } = makeWorld();
    const made = register('7', { type: 'contact', phone: '+66899999999' });
    expect(made).toMatchObject({ customerName: 'Somchai Jaidee' });
    expect(monitor.store.db.select().from(customers).all()).toMatchObject([
      { phone: '+66899999999', language: 'en', telegramUsername: 'somchai' },
    ]);
  });

  test('takes back the wish to be deleted of whoever had only typed the number', () => {
    const { register, addOwner, monitor } = makeWorld();
    const customerId = addOwner('+66812345678');
    const actor = { name: `customer:${customerId}`, address: null };
    requestDeletion(monitor, customerId, true, actor, monitor.clock());
    register('7', { type: 'contact', phone: '66812345678' });
    expect(findCustomer(monitor.store, customerId)?.deletionRequestedAt).toBeNull();
    // Their own wish stands, however often they show the number.
    requestDeletion(monitor, customerId, true, actor, monitor.clock());
    register('7', { type: 'contact', phone: '66812345678' });
    expect(findCustomer(monitor.store, customerId)?.deletionRequestedAt).toBeNumber();
  });

  test('moves a chat that belonged to somebody else once that is wanted, and what waited for it is dropped', async () => {
    const { register, addOwner, chats, monitor, loseMains, rows } = makeWorld();
    const before = makeCustomer(monitor, '7');
    await loseMains(makeDevice(monitor, { customerId: before }));
    const customerId = addOwner('+66812345678');
    const proof = { type: 'contact', phone: '+66812345678' } as const;
    const asked = register('7', proof);
    expect(asked).toMatchObject({ type: 'asks-to-move', from: { customerId: before } });
    expect(chats()).toEqual([['7', before]]);
    expect(rows()).toMatchObject([{ status: 'pending' }]);
    const wish = {
      channel: 'telegram',
      address: '7',
      chatName: 'Somchai',
      language: 'en',
      proof,
    } as const;
    registerRecipient(monitor, { ...wish, movesFrom: before }, monitor.clock());
    expect(chats()).toEqual([['7', customerId]]);
    expect(rows()).toMatchObject([{ status: 'superseded' }]);
  });

  test('clears the flag of a chat that could not be reached', () => {
    const { register, monitor, addOwner } = makeWorld();
    addOwner('+66812345678');
    register('7', { type: 'contact', phone: '+66812345678' });
    monitor.store.db.update(recipients).set({ unreachableAt: 1, unreachableReason: 'x' }).run();
    register('7', { type: 'contact', phone: '+66812345678' });
    expect(monitor.store.db.select().from(recipients).get()).toMatchObject({
      unreachableAt: null,
      unreachableReason: null,
    });
  });

  test('of a deactivated account is refused', () => {
    const { refusalOf, addOwner, monitor } = makeWorld();
    addOwner('+66812345678');
    monitor.store.db.update(customers).set({ isActive: false }).run();
    expect(refusalOf('7', { type: 'contact', phone: '+66812345678' })).toBe('FORBIDDEN');
  });
});

describe('phone and key', () => {
  test('any key of the customer will do, however it is typed', () => {
    const { register, addOwner, addKey, chats } = makeWorld();
    const customerId = addOwner('+66812345678');
    addKey(customerId);
    register('7', {
      type: 'key',
      phone: '081-234-5678',
      key: key.toLowerCase().replace(/-/g, ' '),
    });
    expect(chats()).toEqual([['7', customerId]]);
  });

  test('whatever is wrong is answered alike', () => {
    const { refusalOf, addOwner, addKey, chats, monitor } = makeWorld();
    const owner = addOwner('+66812345678');
    addOwner('+66811111111');
    addKey(owner);
    const wrong: readonly [string, string][] = [
      ['0811111111', key],
      ['0822222222', key],
      ['0812345678', 'AAAAA-AAAAA-AAAAA-AAAAA'],
      ['nonsense', key],
    ];
    for (const [index, [phone, given]] of wrong.entries()) {
      const chat = `${index}`;
      expect(refusalOf(chat, { type: 'key', phone, key: given })).toBe('INVALID_CREDENTIALS');
    }
    monitor.store.db.update(activationKeys).set({ isActive: false }).run();
    expect(refusalOf('8', { type: 'key', phone: '0812345678', key })).toBe('INVALID_CREDENTIALS');
    expect(chats()).toEqual([]);
  });

  test('a key that nobody owns yet opens no account', () => {
    const { refusalOf, addOwner, addKey } = makeWorld();
    addOwner('+66812345678');
    addKey(null);
    expect(refusalOf('7', { type: 'key', phone: '0812345678', key })).toBe('INVALID_CREDENTIALS');
  });

  test('after six failures in a minute a chat has to wait, and a right answer does not help', () => {
    const { refusalOf, addOwner, addKey, time } = makeWorld();
    addKey(addOwner('+66812345678'));
    const wrong: RegistrationProof = { type: 'key', phone: '0811111111', key };
    const right: RegistrationProof = { type: 'key', phone: '0812345678', key };
    for (let i = 0; i < 6; i++) expect(refusalOf('7', wrong)).toBe('INVALID_CREDENTIALS');
    expect(refusalOf('7', right)).toBe('RATE_LIMITED');
    expect(refusalOf('8', right)).toBe('none');
    time.advanceMs(60_000);
    expect(refusalOf('7', right)).toBe('none');
  });
});

describe('a deep link', () => {
  test('works once', () => {
    const { register, refusalOf, addOwner, chats, monitor } = makeWorld();
    const customerId = addOwner('+66812345678');
    const { payload, expiresAt } = createMessengerLink(monitor, customerId, monitor.clock());
    expect(expiresAt).toBe(monitor.clock().wallMs + linkLifeMs.join);
    const token = readLinkPayload(payload) ?? '';
    register('7', { type: 'link', purpose: 'join', token });
    expect(refusalOf('8', { type: 'link', purpose: 'join', token })).toBe('NOT_FOUND');
    expect(chats()).toEqual([['7', customerId]]);
  });

  test('expires', () => {
    const { refusalOf, addOwner, monitor, time } = makeWorld();
    const { payload } = createMessengerLink(monitor, addOwner('+66812345678'), monitor.clock());
    time.advanceMs(linkLifeMs.join);
    expect(
      refusalOf('7', { type: 'link', purpose: 'join', token: readLinkPayload(payload) ?? '' }),
    ).toBe('NOT_FOUND');
  });

  test('fits what a messenger takes, and is stored only as a hash', () => {
    const { addOwner, monitor } = makeWorld();
    const { payload } = createMessengerLink(monitor, addOwner('+66812345678'), monitor.clock());
    expect(payload).toMatch(/^[\w-]{1,64}$/);
    const stored = JSON.stringify(
      monitor.store.sqlite.query('SELECT * FROM messenger_links').all(),
    );
    expect(stored).not.toContain(readLinkPayload(payload));
    expect(readLinkPayload('link_short')).toBeNull();
    expect(readLinkPayload('hello')).toBeNull();
  });
});
