import { describe, expect, test } from 'bun:test';
import { bucketOf, chooseOffer, isInRollout, type Rollout } from './firmware-rollout.ts';
import { versionKey } from './firmware-version.ts';

const rollout = (version: string, fields: Partial<Rollout> = {}): Rollout => ({
  version,
  versionKey: versionKey(version) ?? '',
  percent: 100,
  deviceIds: new Set(),
  isPaused: false,
  ...fields,
});

const idOf = (serial: number) => `fw-a1b2c3${serial.toString(16).padStart(6, '0')}`;
const ids = Array.from({ length: 10_000 }, (_, serial) => idOf(serial));
const among = (version: string, percent: number) =>
  ids.filter((id) => isInRollout(rollout(version, { percent }), id));

const device = { deviceId: idOf(7), version: '1.0.0' };
const never = () => false;

describe('a roll-out by per cent', () => {
  test.each([1, 10, 50, 90])('of %i reaches about so many of a hundred', (percent) => {
    const share = among('1.1.0', percent).length / 100;
    expect(Math.abs(share - percent)).toBeLessThan(1.5);
  });

  test('of 0 reaches nobody, of 100 everybody', () => {
    expect(among('1.1.0', 0)).toEqual([]);
    expect(among('1.1.0', 100)).toEqual(ids);
  });

  test('keeps those it has reached when it goes on', () => {
    const late = new Set(among('1.1.0', 30));
    for (const id of among('1.1.0', 10)) expect(late).toContain(id);
  });

  test('begins with others at another version', () => {
    const first = new Set(among('1.1.0', 10));
    const again = among('1.2.0', 10).filter((id) => first.has(id));
    expect(again.length / first.size).toBeLessThan(0.2);
  });

  test('does not change with a release of the server', () => {
    expect(bucketOf('fw-a1b2c3d4e5f6', '1.1.0')).toBeCloseTo(72.345_552, 5);
  });

  test('reaches a device that is named, whatever the per cent', () => {
    const named = rollout('1.1.0', { percent: 0, deviceIds: new Set([device.deviceId]) });
    expect(isInRollout(named, device.deviceId)).toBe(true);
    expect(isInRollout(named, idOf(8))).toBe(false);
  });
});

describe('what is offered', () => {
  test('is the newest that is meant for the device', () => {
    const rollouts = [rollout('1.1.0'), rollout('1.3.0', { percent: 0 }), rollout('1.2.0')];
    expect(chooseOffer(rollouts, device, never)?.version).toBe('1.2.0');
    expect(chooseOffer(rollouts.reverse(), device, never)?.version).toBe('1.2.0');
  });

  test("is only an image that is newer than the device's version", () => {
    expect(chooseOffer([rollout('1.0.0'), rollout('0.9.0')], device, never)).toBeNull();
    expect(chooseOffer([rollout('1.0.0-rc.1')], device, never)).toBeNull();
  });

  test('is nothing for a device of unknown version', () => {
    expect(chooseOffer([rollout('9.0.0')], { ...device, version: null }, never)).toBeNull();
  });

  test('is the image before one that is paused', () => {
    const rollouts = [rollout('1.1.0'), rollout('1.2.0', { isPaused: true })];
    expect(chooseOffer(rollouts, device, never)?.version).toBe('1.1.0');
  });

  test('is the image before one that failed on the device', () => {
    const rollouts = [rollout('1.1.0'), rollout('1.2.0')];
    const failed = (version: string) => version === '1.2.0';
    expect(chooseOffer(rollouts, device, failed)?.version).toBe('1.1.0');
  });
});
