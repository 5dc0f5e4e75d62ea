import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeDevice, openTestStore, testActor } from '../../../tests/support/monitor.ts';
import { defaultSettings } from '../../domain/system/settings.ts';
import { outages } from '../../store/alerts/tables.ts';
import type { Store } from '../../store/engine/open.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { writeSettings } from '../../store/system/settings.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { renewKey } from '../keys/renew-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { CommandWatch } from './follow-commands.ts';

const keyCode = '00000-00000-00000-00000';
let folder: string;
let world: DeliveryWorld;
let device: LiveDevice;
let watch: CommandWatch;
/** The database as a command beside the server has it. */
let beside: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faiwatch-commands-'));
  const path = join(folder, 'faiwatch.db');
  world = makeDeliveryWorld({ store: openTestStore(path) });
  beside = openTestStore(path);
  watch = new CommandWatch(world.monitor.store);
  device = makeDevice(world.monitor, { siteName: 'Shop' });
  world.monitor.store.db.update(activationKeys).set({ keyCode }).run();
});

afterEach(() => {
  beside.close();
  world.monitor.store.close();
  rmSync(folder, { recursive: true });
});

async function follow(): Promise<void> {
  watch.follow(world.monitor, world.monitor.clock());
  await world.settle();
}

test('after a command has renewed a key, an outage that goes on is told', async () => {
  world.monitor.store.db.update(activationKeys).set({ expiresAt: world.time.wallMs }).run();
  await world.loseMains(device);
  await world.advance(100);
  expect(world.channel.sent).toEqual([]);
  renewKey(
    { runsIn: 'command', store: beside, settings: defaultSettings },
    keyCode,
    12,
    testActor,
    world.monitor.clock(),
  );
  await follow();
  await follow();
  expect(world.channel.sent).toHaveLength(1);
});

test('a key that a command revokes ends the outage of its device', async () => {
  await world.loseMains(device);
  revokeKey({ runsIn: 'command', store: beside }, keyCode, testActor, world.monitor.clock());
  await follow();
  expect(device.config.revokedBecause).toContain('revoked');
  expect(world.monitor.store.db.select().from(outages).get()?.confirmedAt).not.toBeNull();
  await world.advance(100);
  expect(world.channel.sent).toEqual([]);
});

test('the server notices what a command writes during its start', () => {
  const early = new CommandWatch(world.monitor.store);
  beside.transaction(() => writeSettings(beside, { recoveryDelay: 7 }));
  early.follow(world.monitor, world.monitor.clock());
  expect(world.monitor.settings.recoveryDelay).toBe(7);
});
