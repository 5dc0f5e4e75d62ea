import { expect, test } from 'bun:test';
import { parseOutageOption } from './outage-option.ts';
import { endOfPlan, makePlan, PlanError } from './plan.ts';

const plan = (deviceCount: number, outages: readonly string[], seed = 'plan') =>
  makePlan({
    seed,
    deviceCount,
    orders: outages.map(parseOutageOption),
    separationMs: 120_000,
  });
const everyKind = ['mains-sensed:2', 'mains:2', 'network', 'crash-loop', 'flapping'];

test('the same seed gives the same devices, outages and moments', () => {
  expect(plan(20, everyKind)).toEqual(plan(20, everyKind));
});

test('another seed gives other devices', () => {
  const ids = new Set(plan(50, [], 'one').map((device) => device.deviceId));
  expect(plan(50, [], 'two').some((device) => ids.has(device.deviceId))).toBe(false);
});

test('ten thousand devices have ten thousand ids of the right form', () => {
  const ids = plan(10_000, []).map((device) => device.deviceId);
  expect(new Set(ids).size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^fw-02[0-9a-f]{10}$/);
});

test('every outage gets as many devices as it asked for, of the board it needs', () => {
  const devices = plan(20, everyKind);
  const of = (kind: string) =>
    devices.filter((device) => device.outages.some((outage) => outage.kind === kind));
  expect(of('mains-sensed')).toHaveLength(2);
  expect(of('mains')).toHaveLength(2);
  expect(of('flapping')).toHaveLength(1);
  expect([...of('mains-sensed'), ...of('flapping')].every((d) => d.hasMainsSense)).toBe(true);
  expect(of('mains').some((device) => device.hasMainsSense)).toBe(false);
});

test('an area outage takes its share, rounded up, within seconds', () => {
  const hit = plan(9, ['area:50%@10+30']).filter((device) => device.outages.length > 0);
  expect(hit).toHaveLength(5);
  for (const device of hit) {
    const [first] = device.outages[0]?.steps ?? [];
    expect(first?.atMs).toBeGreaterThanOrEqual(10_000);
    expect(first?.atMs).toBeLessThan(13_000);
  }
});

test('a device has a second outage only when it lies far enough from the first', () => {
  expect(() => plan(1, ['network@0+30', 'crash-loop@100+30'])).toThrow(PlanError);
  const [device] = plan(1, ['crash-loop@150+30', 'network@0+30']);
  expect(device?.outages.map((outage) => outage.kind)).toEqual(['network', 'crash-loop']);
});

test('a board that senses the mains cannot also be one that does not', () => {
  expect(() => plan(1, ['mains@0+30', 'mains-sensed@500+30'])).toThrow(/needs 1 devices/);
});

test('mains that flaps goes at least twice and is back at the end', () => {
  for (const seconds of [3, 10, 30, 60]) {
    const [device] = plan(1, [`flapping@5+${seconds}`]);
    const steps = device?.outages[0]?.steps ?? [];
    const deeds = steps.map((step) => step.deed);
    expect(deeds.filter((deed) => deed === 'lose-mains').length).toBeGreaterThanOrEqual(2);
    deeds.forEach((deed, index) => {
      expect(deed).toBe(index % 2 === 0 ? 'lose-mains' : 'restore-mains');
    });
    expect(endOfPlan(plan(1, [`flapping@5+${seconds}`]))).toBeCloseTo(5000 + seconds * 1000);
    expect([...steps].sort((a, b) => a.atMs - b.atMs)).toEqual([...steps]);
  }
});

test('a crash loop ends with a board that runs', () => {
  const [device] = plan(1, ['crash-loop@5+60']);
  const deeds = device?.outages[0]?.steps.map((step) => step.deed) ?? [];
  expect(deeds[0]).toBe('crash');
  expect(deeds.at(-1)).toBe('reboot');
  expect(deeds.filter((deed) => deed === 'crash').length).toBeGreaterThan(3);
});

test('a plan ends with its last step', () => {
  expect(endOfPlan(plan(3, ['mains@10+20', 'network@5+60']))).toBe(65_000);
  expect(endOfPlan(plan(3, []))).toBe(0);
});
