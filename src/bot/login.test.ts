import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type BotWorld, makeBotWorld } from '../../tests/support/bot-world.ts';
import { makeCustomer } from '../../tests/support/monitor.ts';
import { disconnectRecipient } from '../actions/alerts/disconnect-recipient.ts';
import { endSessions } from '../actions/people/end-sessions.ts';
import { isSessionOpen } from '../actions/people/find-account.ts';
import { customerAccountName } from '../actions/people/limit-logins.ts';
import { logInWithLink } from '../actions/people/link-login.ts';
import { startSession } from '../actions/people/start-session.ts';
import { AppError } from '../domain/errors.ts';
import { connectRecipient, readRecipients } from '../store/alerts/recipients.ts';
import { findCustomer } from '../store/people/customers.ts';
import { isKnownHousehold } from '../store/people/known-households.ts';
import { botTexts } from './texts/catalogue.ts';

const publicUrl = 'https://power.example';
const minuteMs = 60_000;
const actor = { name: 'test', address: null };

let world: BotWorld;
let customerId: number;
beforeEach(async () => {
  world = await makeBotWorld({ publicUrl });
  customerId = makeCustomer(world.monitor, '7');
});
afterEach(() => world.close());

/** @returns the token in what the bot answered */
async function askForLink(): Promise<string> {
  const answer = await world.ask(7, '/login');
  const url = /https:\/\/power\.example\/customer#login=([\w-]{43})/.exec(answer);
  expect(url).not.toBeNull();
  return url?.[1] ?? '';
}

const use = (token: string) =>
  logInWithLink(world.monitor, token, '203.0.113.7', world.monitor.clock()).account;

/** @returns whether the session is open still */
function signIn(token: string): () => boolean {
  const { monitor } = world;
  const address = '203.0.113.7';
  const { account, recipientId } = logInWithLink(monitor, token, address, monitor.clock());
  const from = { method: 'link', address, userAgent: null, recipientId } as const;
  const rest = { recipientId, isOwner: true };
  const { sessionId } = startSession(monitor, account, from, monitor.clock());
  return () => isSessionOpen(monitor, { ...account, ...rest, sessionId }, monitor.clock().wallMs);
}

const recipientOf = (chat: string) =>
  readRecipients(world.monitor.store, customerId).find(({ address }) => address === chat)?.id ?? 0;

describe('/login', () => {
  test('sends a link that signs in once', async () => {
    const token = await askForLink();
    expect(use(token)).toMatchObject({ kind: 'customer', id: customerId });
    expect(() => use(token)).toThrow(AppError);
  });

  test('sends a link by which the account knows from where it is used', async () => {
    const { store } = world.monitor;
    const account = customerAccountName(findCustomer(store, customerId)?.phone ?? '');
    use(await askForLink());
    expect(isKnownHousehold(store, account, '203.0.113.7')).toBe(true);
  });

  test('sends one that is good for ten minutes, and ends the one before', async () => {
    const first = await askForLink();
    const second = await askForLink();
    expect(() => use(first)).toThrow(AppError);
    world.time.advanceMs(10 * minuteMs);
    expect(() => use(second)).toThrow(AppError);
  });

  test('is worth nothing after logging out everywhere', async () => {
    const token = await askForLink();
    const account = { kind: 'customer', id: customerId, sessionId: '' } as never;
    endSessions(world.monitor, account, actor, world.monitor.clock());
    expect(() => use(token)).toThrow(AppError);
  });

  test('is worth nothing once the chat was disconnected', async () => {
    const token = await askForLink();
    disconnectRecipient(world.monitor, customerId, recipientOf('7'), actor, world.monitor.clock());
    expect(() => use(token)).toThrow(AppError);
  });

  test('signs in until the chat is disconnected, and whoever came in otherwise stays', async () => {
    const isOpen = signIn(await askForLink());
    const { monitor } = world;
    connectRecipient(
      monitor.store,
      {
        ...{ customerId, channel: 'telegram', address: '8', name: 'Chat', language: 'en' },
        role: 'login',
      },
      0,
    );
    const other = signIn(/#login=([\w-]{43})/.exec(await world.ask(8, '/login'))?.[1] ?? '');
    disconnectRecipient(monitor, customerId, recipientOf('8'), actor, monitor.clock());
    expect([isOpen(), other()]).toEqual([true, false]);
    disconnectRecipient(monitor, customerId, recipientOf('7'), actor, monitor.clock());
    expect(isOpen()).toBe(false);
  });

  test('signs in to the account of that moment, until the chat goes to another', async () => {
    const isOpen = signIn(await askForLink());
    const unused = await askForLink();
    const { store } = world.monitor;
    const again = {
      customerId,
      channel: 'telegram',
      address: '7',
      name: 'Chat',
      language: 'en',
    } as const;
    store.transaction(() => connectRecipient(store, again, 0));
    expect(isOpen()).toBe(true);
    const to = makeCustomer(world.monitor);
    store.transaction(() => connectRecipient(store, { ...again, customerId: to }, 0));
    expect(isOpen()).toBe(false);
    expect(() => use(unused)).toThrow(AppError);
  });

  test('sends none into a group, nor into a chat that is not connected', async () => {
    expect(await world.ask(8, '/login')).toBe(botTexts.th.notConnected);
    makeCustomer(world.monitor, '-100');
    const inGroup = await world.ask(-100, '/login');
    expect(inGroup).toBe(botTexts.en.loginInPrivate);
  });

  test('says so where the pages have no address, and is not in the menu', async () => {
    await world.close();
    world = await makeBotWorld();
    makeCustomer(world.monitor, '7');
    expect(await world.ask(7, '/login')).toBe(botTexts.en.loginUnavailable);
  });
});
