import { beforeEach, describe, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import { boardId as deviceId, enrolBoard, sellKey } from '../../../tests/support/enrolment.ts';
import {
  makeCustomer,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { digestKey } from '../../domain/devices/setup-network.ts';
import { AppError } from '../../domain/errors.ts';
import type { CredentialsCommand, DeviceCommand } from '../../domain/fleet/device-message.ts';
import type { Transport } from '../../domain/states.ts';
import { devices } from '../../store/devices/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import { hashSecret } from '../engine/secrets.ts';
import { graceMs } from '../fleet/live-device.ts';
import { LiveFleet } from '../fleet/live-fleet.ts';
import { loadFleet } from '../fleet/load-fleet.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { deleteKeys } from '../keys/delete-keys.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { transferKey } from '../keys/transfer-key.ts';
import { authenticateDevice } from './authenticate-device.ts';
import { deleteDevice } from './delete-device.ts';
import { endOldTokens } from './device-credentials.ts';
import { releaseDevice } from './release-device.ts';

let monitor: TestMonitor;
/** What goes out over MQTT, while the device has a session. */
let sent: DeviceCommand[];
let hasSession: boolean;
/** Devices whose open session was ended. */
let cut: string[];
let from: number;
let to: number;
let key: string;
let token: string;
let seq = 0;

const enrol = (code = key, customerId = from) => enrolBoard(monitor, code, customerId);

const transfer = (code = key, customerId = to) =>
  transferKey(monitor, code, { customerId }, testActor, monitor.clock());

/** A heartbeat with a token; the device says what it can do once it was asked. */
async function hear(
  withToken = token,
  features?: readonly string[],
  transport: Transport = 'mqtt',
): Promise<void> {
  const device = authenticateDevice(monitor, withToken);
  seq += 1;
  const said = beat({ seq, ...(features !== undefined && { features }) });
  const stored = recordHeartbeat(monitor, device, said, transport, monitor.clock());
  monitor.commits.flush();
  await stored;
}

const comeOnline = async (transport: Transport = 'mqtt') => {
  await hear(token, undefined, transport);
  await hear(token, ['credentials'], transport);
  sent.length = 0;
};

const opens = (withToken: string): string => {
  try {
    authenticateDevice(monitor, withToken);
    // By MQTT, which says its id, and by HTTP alike.
    authenticateDevice(monitor, withToken, deviceId);
    return 'yes';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

const row = () => monitor.store.db.select().from(devices).get();
const offered = () => sent.filter((command) => command.type === 'credentials');

function lastOffer(): CredentialsCommand {
  const last = offered().at(-1);
  if (last === undefined) throw new Error('nothing was offered');
  return last;
}

const live = () => {
  const device = monitor.fleet.get(deviceId);
  if (device === undefined) throw new Error('the device is not in memory');
  return device;
};

beforeEach(() => {
  sent = [];
  cut = [];
  hasSession = true;
  monitor = Object.assign(makeTestMonitor(), {
    onDeviceRefused: (id: string) => void cut.push(id),
    publishCommand: (_id: string, command: DeviceCommand) => {
      if (hasSession) sent.push(command);
      return hasSession;
    },
  });
  from = makeCustomer(monitor);
  to = makeCustomer(monitor);
  key = sellKey(monitor, from);
  token = enrol();
  cut.length = 0;
});

describe('what a device can do', () => {
  test('is asked once in a boot, and once in a run of the server', async () => {
    await hear();
    await hear();
    await hear(token, ['credentials']);
    await hear();
    expect(sent).toEqual([{ type: 'tell_features' }]);
    await recordHeartbeat(monitor, live(), beat({ boot_id: '00000002' }), 'mqtt', monitor.clock());
    expect(sent).toHaveLength(2);
    expect(live().features).toBeNull();
    const restarted: TestMonitor = { ...monitor, fleet: new LiveFleet() };
    loadFleet(restarted, restarted.clock());
    monitor = restarted;
    await hear();
    expect(sent).toHaveLength(3);
  });

  test('is asked again after an hour when there was no answer', async () => {
    await hear();
    monitor.time.advanceMs(3_599_000);
    await hear();
    expect(sent).toHaveLength(1);
    monitor.time.advanceMs(1_000);
    await hear();
    expect(sent).toHaveLength(2);
  });
});

describe('a connected device that is transferred', () => {
  test('is given a new token, and no word that opens the account of its new owner', async () => {
    await comeOnline();
    const code = transfer();
    expect(offered()).toEqual([
      {
        type: 'credentials',
        device_token: expect.stringMatching(/^fwd_[\w-]{43}$/),
        key_digest: digestKey(code),
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain(code);
    expect(row()?.nextTokenHash).toBe(hashSecret(lastOffer().device_token));
    expect(cut).toEqual([]);
  });

  test('is heard with either token until it comes in with the new one, which ends the old', async () => {
    await comeOnline();
    transfer();
    expect(opens(token)).toBe('yes');
    const next = lastOffer().device_token;
    expect(cut).toEqual([]);
    await hear(next);
    expect(cut).toEqual([deviceId]);
    expect(opens(token)).toBe('INVALID_TOKEN');
    expect(opens(next)).toBe('yes');
    expect(row()).toMatchObject({ nextTokenHash: null, credentialsDueAt: null });
    const entries = monitor.store.db.select().from(auditLog).all();
    expect(entries.at(-1)).toMatchObject({ action: 'device.take-credentials', subject: deviceId });
    expect(JSON.stringify(entries)).not.toContain(hashSecret(next));
    // And that was it.
    await monitor.advance(graceMs / 1000);
    endOldTokens(monitor, monitor.clock());
    expect(opens(next)).toBe('yes');
    expect(cut).toEqual([deviceId]);
  });

  test('is told again with each heartbeat that comes with the old token, and no more after', async () => {
    await comeOnline();
    transfer();
    const next = lastOffer().device_token;
    await hear();
    await hear();
    expect(offered()).toHaveLength(3);
    expect(new Set(offered().map((command) => command.device_token))).toEqual(new Set([next]));
    await hear(next);
    await hear(next);
    expect(offered()).toHaveLength(3);
  });

  test('is told with the answer to its next heartbeat when it speaks HTTP', async () => {
    await comeOnline('http');
    expect(live().commands).toEqual([{ type: 'tell_features' }]);
    transfer();
    const command = live().commands.find(({ type }) => type === 'credentials');
    expect(command).toBeDefined();
    expect(sent).toEqual([]);
    // Enrolled by hand meanwhile: what would not be good any more is not handed out.
    enrol(transfer(row() === undefined ? '' : currentCode(), from), from);
    expect(live().commands.map(({ type }) => type)).not.toContain('credentials');
  });

  test('has its old token ended after ten minutes, and the new one stays good', async () => {
    await comeOnline();
    transfer();
    const next = lastOffer().device_token;
    await monitor.advance(graceMs / 1000 - 1);
    endOldTokens(monitor, monitor.clock());
    expect(opens(token)).toBe('yes');
    await monitor.advance(1);
    endOldTokens(monitor, monitor.clock());
    expect(opens(token)).toBe('INVALID_TOKEN');
    expect(cut).toEqual([deviceId]);
    expect(row()).toMatchObject({
      tokenHash: hashSecret(next),
      nextTokenHash: null,
      credentialsDueAt: monitor.clock().wallMs,
    });
    await hear(next);
    expect(row()?.credentialsDueAt).toBeNull();
  });

  test('has no more than ten minutes, however often its owner or the wall clock changes', async () => {
    await comeOnline();
    const code = transfer();
    const first = lastOffer().device_token;
    await monitor.advance(300);
    // The clock of the machine is set back by a day.
    monitor.time.wallMs -= 86_400_000;
    await hear();
    transfer(code, from);
    expect(opens(first)).toBe('INVALID_TOKEN');
    expect(opens(token)).toBe('yes');
    await monitor.advance(300);
    endOldTokens(monitor, monitor.clock());
    expect(opens(token)).toBe('INVALID_TOKEN');
  });

  test('gets another new token after a restart of the server, which knew the first', async () => {
    await comeOnline();
    const code = transfer();
    const lost = lastOffer().device_token;
    await monitor.advance(60);
    monitor = { ...monitor, fleet: new LiveFleet() };
    loadFleet(monitor, monitor.clock());
    // Should it have arrived, it is good as long as no other was made.
    await hear(token);
    expect(offered()).toHaveLength(1);
    await hear(token, ['credentials']);
    expect(offered()).toHaveLength(2);
    const next = lastOffer();
    expect(next.device_token).not.toBe(lost);
    expect(next.key_digest).toBe(digestKey(code));
    expect(opens(token)).toBe('yes');
    await hear(next.device_token);
    expect(opens(token)).toBe('INVALID_TOKEN');
  });

  test('may still use the first new token after a restart, and the grace time goes on', async () => {
    await comeOnline();
    transfer();
    const next = lastOffer().device_token;
    await monitor.advance(590);
    monitor = { ...monitor, fleet: new LiveFleet() };
    loadFleet(monitor, monitor.clock());
    await monitor.advance(9);
    endOldTokens(monitor, monitor.clock());
    expect(opens(token)).toBe('yes');
    await monitor.advance(1);
    endOldTokens(monitor, monitor.clock());
    expect(opens(token)).toBe('INVALID_TOKEN');
    expect(opens(next)).toBe('yes');
  });

  test('is let in with the new token while the disk takes no writes', async () => {
    await comeOnline();
    transfer();
    const next = lastOffer().device_token;
    const { store } = monitor;
    const broken = Object.assign(Object.create(store), {
      transaction: () => {
        throw new Error('disk full');
      },
    });
    Object.assign(monitor, { store: broken });
    expect(opens(next)).toBe('yes');
    Object.assign(monitor, { store });
    expect(opens(token)).toBe('yes');
    expect(opens(next)).toBe('yes');
    expect(opens(token)).toBe('INVALID_TOKEN');
  });
});

describe('the old token ends at once, and the device is named, when it', () => {
  const expectDue = () => {
    expect(offered()).toEqual([]);
    expect(opens(token)).toBe('INVALID_TOKEN');
    expect(cut).toEqual([deviceId]);
    expect(row()).toMatchObject({
      tokenHash: null,
      nextTokenHash: null,
      credentialsDueAt: monitor.clock().wallMs,
    });
  };

  test('was never heard', () => {
    transfer();
    expectDue();
  });

  test('is silent', async () => {
    await comeOnline();
    await monitor.advance(200);
    transfer();
    expectDue();
  });

  test('has said what it can do, and this is not among it', async () => {
    await hear();
    await hear(token, ['dancing']);
    transfer();
    expectDue();
  });

  test('was asked what it can do, and said nothing', async () => {
    for (let n = 0; n < 8; n += 1) {
      await hear();
      await monitor.advance(10);
    }
    transfer();
    expectDue();
  });
});

test('a device that has had no time to report its features is offered credentials', async () => {
  await hear();
  transfer();
  expect(offered()).toEqual([]);
  await hear(token, ['credentials']);
  expect(offered()).toHaveLength(1);
  await hear(lastOffer().device_token);
  expect(opens(token)).toBe('INVALID_TOKEN');
});

test('enrolling with the new key ends the old credentials', async () => {
  await comeOnline();
  const code = transfer();
  const offeredToken = lastOffer().device_token;
  const enrolled = enrol(code, to);
  expect(opens(enrolled)).toBe('yes');
  expect(opens(token)).toBe('INVALID_TOKEN');
  expect(opens(offeredToken)).toBe('INVALID_TOKEN');
  expect(row()).toMatchObject({ nextTokenHash: null, credentialsDueAt: null });
  await hear(enrolled);
  expect(offered()).toHaveLength(1);
  transfer(code, from);
  const again = enrol(currentCode(), from);
  await monitor.advance(graceMs / 1000);
  endOldTokens(monitor, monitor.clock());
  expect(opens(again)).toBe('yes');
});

/** Of the one key there is. */
function currentCode(): string {
  const found = monitor.store.sqlite
    .query<{ code: string }, []>('SELECT key_code AS code FROM activation_keys')
    .get();
  return found?.code ?? '';
}

describe('open session and both tokens end, in the middle of a transfer too, when', () => {
  const now = () => monitor.clock();
  test.each<[string, (code: string) => unknown, string]>([
    ['the device is released', () => releaseDevice(monitor, deviceId, testActor, now()), 'first'],
    ['the device is deleted', () => deleteDevice(monitor, deviceId, testActor, now()), 'none'],
    ['its key is revoked', (code) => revokeKey(monitor, code, testActor, now()), 'both'],
    ['its key is deleted', (code) => deleteKeys(monitor, [code], testActor, now()), 'both'],
  ])('%s', async (_what, end, recognised) => {
    await comeOnline();
    const code = transfer();
    const next = lastOffer().device_token;
    end(code);
    expect(cut).toContain(deviceId);
    // A device that is recognised is told why, and does not ask for another token.
    expect(opens(token)).toBe(recognised === 'none' ? 'INVALID_TOKEN' : 'DEVICE_REVOKED');
    expect(opens(next)).toBe(recognised === 'both' ? 'DEVICE_REVOKED' : 'INVALID_TOKEN');
    const entries = JSON.stringify(monitor.store.db.select().from(auditLog).all());
    expect(entries).not.toContain(hashSecret(next));
    expect(entries).not.toContain(hashSecret(token));
  });
});
