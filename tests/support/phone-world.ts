/** Test support: a server that calls phones by a Twilio of ours, or by another provider. */
import { expect } from 'bun:test';
import {
  type FakeCall,
  type FakeTwilio,
  type Phone,
  startFakeTwilio,
  twilioAccount,
} from '../fakes/twilio/fake-twilio.ts';
import { App } from './app.ts';
import { logIntoPortal, type PortalCall } from './portal-calls.ts';

export const som = '+66812345678';
export const son = '+66899999999';
/** As the others hear of whoever pressed 1. */
export const masked = { [som]: '+66******678', [son]: '+66******999' } as const;
export const publicUrl = 'https://fai.example';

const closers: (() => Promise<void>)[] = [];
/** Ends everything; for afterEach. */
export async function closeWorlds(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

export async function open(
  settings: Readonly<Record<string, string>> = {},
  devices = 1,
): Promise<World> {
  const twilio = await startFakeTwilio();
  const account = { ...twilioAccount, api_root: twilio.url };
  return openOver(twilio, { ...account, ...settings }, devices);
}

/** Calls go through this provider. */
export async function openOver<Far extends Phones>(
  twilio: Far,
  settings: Readonly<Record<string, string>>,
  devices = 1,
): Promise<World<Far>> {
  closers.push(() => twilio.close());
  const given = { daily_cap: '40', ...settings };
  const env = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`FAIWATCH_CALL_${name.toUpperCase()}`, value]),
  );
  const app = await App.start({
    hasBot: false,
    devices,
    // Time is let pass over nights, and a copy would be under way when a story ends.
    env: {
      ...env,
      FAIWATCH_PUBLIC_URL: publicUrl,
      FAIWATCH_BACKUP_TIME: 'off',
      FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
    },
  });
  const world = { app, twilio, portal: await logIntoPortal(app, () => Bun.sleep(20)) };
  closers.push(async () => {
    await endCalls(world);
    await app[Symbol.asyncDispose]();
  });
  twilio.reach = (address) => address.replace(publicUrl, app.url);
  return world;
}

/** Nothing is on its way any more, so that the server can be waited for. */
async function endCalls(world: AnyWorld): Promise<void> {
  for (let wait = 0; wait < 100 && isCalling(world); wait += 1) {
    for (const call of world.twilio.calls) {
      if (['ringing', 'in-progress'].includes(call.status)) world.twilio.end(call);
    }
    await pass(world, 2);
  }
  await world.app.settle();
}

function isCalling({ app }: AnyWorld): boolean {
  return app.data.read("SELECT id FROM notifications WHERE status = 'sending'").length > 0;
}

/** A provider with phones behind it. */
export interface Phones {
  readonly calls: FakeCall[];
  readonly phones: Map<string, Phone>;
  reach: (address: string) => string;
  end(call: FakeCall, status?: FakeCall['status']): void;
  close(): Promise<void>;
}

export interface World<Far extends Phones = FakeTwilio> {
  readonly app: App;
  readonly twilio: Far;
  readonly portal: PortalCall;
}
type AnyWorld = World<Phones>;

export const callsTo = ({ twilio }: AnyWorld, number: string) =>
  twilio.calls.filter(({ to }) => to === number);
export const wordsOf = (call?: FakeCall) => call?.heard.map(({ words }) => words) ?? [];

/** Time passes while a phone rings: the server waits for it, and is not waited for. */
export async function pass({ app }: AnyWorld, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await Bun.sleep(4);
    await app.time.runMs(500, async () => {});
  }
}

export async function until(world: AnyWorld, isSo: () => boolean): Promise<void> {
  for (let step = 0; step < 400 && !isSo(); step += 1) await pass(world, 1);
  expect(isSo()).toBeTrue();
}

/** The same, faster while nothing rings. */
export async function passMinutes(world: AnyWorld, minutes: number): Promise<void> {
  const { time } = world.app;
  const untilMs = time.wallMs + minutes * 60_000;
  while (time.wallMs < untilMs) {
    if (isCalling(world)) await pass(world, 1);
    else {
      await Bun.sleep(4);
      await time.runMs(2_000, async () => {});
    }
  }
}

/** Until whoever was called last has heard so many sentences. */
export async function listened(world: AnyWorld, number: string, sentences = 1): Promise<void> {
  for (let wait = 0; wait < 500; wait += 1) {
    const call = callsTo(world, number).at(-1);
    if (call?.status === 'completed' && call.heard.length >= sentences) return;
    await Bun.sleep(10);
  }
  throw new Error(`nobody listened: ${Bun.inspect(callsTo(world, number).at(-1))}`);
}

export async function connect(world: AnyWorld, number = som, contactId = 'own'): Promise<void> {
  const { portal, twilio } = world;
  const phone = twilio.phones.get(number);
  twilio.phones.set(number, { does: 'answers', keys: '' });
  await portal('POST', '/api/customer/call', { address: number, contact_id: contactId });
  await listened(world, number);
  await portal('POST', '/api/customer/call/confirm', {
    address: number,
    code: codeIn(callsTo(world, number).at(-1)),
  });
  if (phone === undefined) twilio.phones.delete(number);
  else twilio.phones.set(number, phone);
}

/** The digits that it said. */
export function codeIn(call?: FakeCall): string {
  const pieces = call?.heard[0]?.pieces ?? [];
  return pieces
    .filter((piece) => /^n\d$/.test(piece))
    .map((piece) => piece.slice(1))
    .join('');
}

export const alerts = ({ app }: AnyWorld) =>
  app.data.read<{ status: string; recipient: string; last_error: string | null }>(
    "SELECT status, recipient, last_error FROM notifications WHERE kind = 'alert' AND channel = 'call' ORDER BY id",
  );
export const acknowledgedBy = ({ app }: AnyWorld) =>
  app.data
    .read<{ by: string | null }>('SELECT acknowledged_by AS by FROM outages ORDER BY id')
    .map(({ by }) => by);
