/** The server with an account of SIP: a phone rings, 1 acknowledges, and kill -9 leaves no call behind. */
import { expect } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Voice } from '../../src/notify/channels/call/voice.ts';
import {
  type FakeExchange,
  type SipCall,
  type SipPhone,
  sipAccount,
  startFakeExchange,
} from '../fakes/sip/fake-exchange.ts';
import { makeRecogniser } from '../fakes/sip/recognise-stream.ts';
import { testSip } from '../fakes/sip/with-baresip.ts';
import { type Home, installBinary } from './harness.ts';
import { HttpDevice } from './http-device.ts';
import { seedBoards } from './quick-fleet.ts';
import { waitFor } from './wait-for.ts';

const numbers = ['+66812345678', '+66812345679'];

/** Each owner has a phone. */
function givePhones({ data }: Home): void {
  numbers.forEach((number, at) => {
    const sql =
      "UPDATE recipients SET channel = 'call', language = 'en', address = ? WHERE customer_id = ?";
    data.write(sql, number, at + 1);
  });
}

function envOf({ server }: FakeExchange): Record<string, string> {
  const { user, password, login } = sipAccount;
  return {
    FAIWATCH_CALL_WAY: 'sip',
    FAIWATCH_CALL_SERVER: server,
    FAIWATCH_CALL_USER: user,
    FAIWATCH_CALL_PASSWORD: password,
    FAIWATCH_CALL_LOGIN: login,
    FAIWATCH_CALL_DAILY_CAP: '20',
    // Where tests run beside each other, Bun would kill what the server started, before it has hung up.
    BUN_FEATURE_FLAG_NO_ORPHANS: '0',
  };
}

const alertsOf = ({ data }: Home) =>
  data.read<{ status: string; by: string | null }>(
    `SELECT n.status, o.acknowledged_by AS by FROM notifications n JOIN outages o ON o.id = n.outage_id
      WHERE n.kind = 'alert' ORDER BY n.id`,
  );

testSip(
  'a phone rings for a loss, 1 acknowledges, and a killed server calls again',
  async () => {
    await using home = await installBinary();
    const exchange = await startFakeExchange();
    home.defer(() => exchange.close());
    const boards = seedBoards(home, 2);
    givePhones(home);
    const env = envOf(exchange);
    const rows = () => alertsOf(home);
    const [first, second] = boards;
    if (first === undefined || second === undefined) throw new Error('two boards expected');

    // Somebody listens for three seconds.
    exchange.usual = { does: 'answers', keys: '1', afterMs: 3_000 };
    const server = await home.serve({ env });
    const board = new HttpDevice(server.url, first);
    await board.beats();
    await board.losesMains();
    await waitFor('acknowledgement', () => rows()[0]?.by !== null && rows()[0]?.status === 'sent');
    const heard = makeRecogniser(new Voice(null))(
      exchange.calls[0]?.sound?.heard() ?? new Int16Array(),
    );
    expect(heard.slice(0, 2).map(({ piece }) => piece)).toEqual(['greeting', 'mains_lost']);
    expect(heard.at(-1)?.piece).toBe('noted');
    expect(rows()[0]?.by).toBe('+66******678');
    expect(exchange.calls).toHaveLength(1);

    exchange.usual = { does: 'rings' };
    await new HttpDevice(server.url, second).beats();
    await new HttpDevice(server.url, second).losesMains();
    // The far end has said that it rings, and that has come.
    const rings = () => performance.now() - (exchange.calls[1]?.startedAt ?? Infinity) > 300;
    await waitFor('second call', rings);
    await server.kill();
    // Nobody has to start it again for the phone to be quiet.
    await waitFor('end of the call', () => exchange.calls[1]?.endedBy === 'caller', 5_000);
    exchange.usual = { does: 'answers', keys: '1', afterMs: 3_000 };
    const again = await home.serve({ env });
    await waitFor(
      'second acknowledgement',
      () => rows()[1]?.by !== null && rows()[1]?.status === 'sent',
    );
    expect(exchange.calls).toHaveLength(3);

    // A server that is stopped hangs up, and keeps nothing of it.
    expect(await again.stop()).toBe(0);
    expect(existsSync(join(home.data.dir, 'call'))).toBeFalse();
    expect(exchange.complaints).toEqual([]);
    expect(exchange.calls.every(({ state }) => state === 'ended')).toBeTrue();
  },
  120_000,
);

/** Whoever has the phone hears three seconds of it, and presses 1. */
const answering: SipPhone = { does: 'answers', keys: '1', afterMs: 3_000 };

/** When a server is killed: a moment of the first call, and how soon after it. */
const moments: readonly (readonly [
  name: string,
  phone: SipPhone,
  isThere: (call: SipCall | undefined) => boolean,
  withinMs: number,
])[] = [
  ['as it calls', { does: 'rings' }, (call) => call !== undefined, 300],
  [
    'while somebody listens',
    { does: 'answers', keys: '' },
    (call) => (call?.sound?.packets ?? 0) > 50,
    10_000,
  ],
];

testSip.each(moments)(
  'a phone is called again by a server that was killed %s',
  async (_, phone, isThere, withinMs) => {
    await using home = await installBinary();
    const exchange = await startFakeExchange();
    home.defer(() => exchange.close());
    const [board] = seedBoards(home, 1);
    if (board === undefined) throw new Error('one board expected');
    givePhones(home);
    const env = envOf(exchange);
    exchange.next.push(phone);
    exchange.usual = answering;
    const server = await home.serve({ env });
    const device = new HttpDevice(server.url, board);
    await device.beats();
    await device.losesMains();
    // The invitation has come, and maybe nothing else: no wait of 50 ms in between.
    while (!isThere(exchange.calls[0])) await Bun.sleep(2);
    const calledAt = exchange.calls[0]?.startedAt ?? 0;
    process.kill(server.pid, 'SIGKILL');
    expect(performance.now() - calledAt).toBeLessThan(withinMs);
    await server.exited;
    const again = await home.serve({ env });
    await waitFor(
      'acknowledgement',
      () => alertsOf(home)[0]?.by !== null && alertsOf(home)[0]?.status === 'sent',
      60_000,
    );
    // Once more, and not a third time.
    await Bun.sleep(1_000);
    expect(exchange.calls.map(({ number }) => number)).toEqual([
      numbers[0] ?? '',
      numbers[0] ?? '',
    ]);
    expect(await again.stop()).toBe(0);
    expect(existsSync(join(home.data.dir, 'call'))).toBeFalse();
    expect(exchange.complaints).toEqual([]);
  },
  120_000,
);

testSip(
  'what was acknowledged in a call before the server was killed stays so, and rings no more',
  async () => {
    await using home = await installBinary();
    const exchange = await startFakeExchange();
    home.defer(() => exchange.close());
    const [board] = seedBoards(home, 1);
    if (board === undefined) throw new Error('one board expected');
    givePhones(home);
    const env = envOf(exchange);
    exchange.usual = answering;
    const server = await home.serve({ env });
    const device = new HttpDevice(server.url, board);
    await device.beats();
    await device.losesMains();
    while (alertsOf(home)[0]?.by == null) await Bun.sleep(2);
    // Thanks for it are being said.
    await server.kill();
    const again = await home.serve({ env });
    await waitFor('end of the alert', () => alertsOf(home)[0]?.status !== 'sending');
    await waitFor('end of its wait', () => alertsOf(home)[0]?.status !== 'pending');
    await Bun.sleep(2_000);
    expect(alertsOf(home)[0]?.by).toBe('+66******678');
    expect(exchange.calls).toHaveLength(1);
    await again.stop();
  },
  120_000,
);
