import { expect, test } from 'bun:test';
import { outageKinds } from '../../src/cli/simulate/outage-option.ts';
import { normalisePhone } from '../../src/domain/people/phone.ts';
import { acknowledgedSite, demoCustomers, planStory, scenes } from './story.ts';

const sites = demoCustomers.flatMap((customer) => customer.sites);

test('there is an outage of each kind, begun and over within two minutes', () => {
  expect(new Set(sites.map((site) => site.outage.kind))).toEqual(new Set(outageKinds));
  for (const { outage } of sites) {
    expect(outage.start).toBeLessThan(outage.end);
    expect(outage.end).toBeLessThanOrEqual(120);
  }
});

test('whatever happens is announced shortly before', () => {
  for (const { name, outage } of sites) {
    const said = scenes.filter((scene) => outage.start > scene.at && outage.start - scene.at <= 3);
    expect(said.map((scene) => scene.text).join()).toMatch(
      outage.kind === 'area' ? /Garden Village/ : name,
    );
  }
  expect(scenes.map((scene) => scene.at)).toEqual(
    scenes.map((scene) => scene.at).sort((a, b) => a - b),
  );
});

test('the outage that is acknowledged lasts long enough for an alert and a reminder', () => {
  const site = sites.find(({ name }) => name === acknowledgedSite);
  const scene = scenes.find(({ acknowledge }) => acknowledge !== undefined);
  expect(scene?.acknowledge).toBe(acknowledgedSite);
  expect((scene?.at ?? 0) - (site?.outage.start ?? 0)).toBeGreaterThan(5 + 30);
  expect(site?.outage.end).toBeGreaterThan(scene?.at ?? 0);
});

test('names are in Thai and English, phones are valid', () => {
  expect(sites.some((site) => /[\u0e00-\u0e7f]/.test(site.name))).toBe(true);
  expect(sites.some((site) => /[a-z]/.test(site.name))).toBe(true);
  for (const { phone } of demoCustomers) expect(normalisePhone(phone)).toBe(phone);
});

test('the plan has one device for each site', () => {
  const plan = planStory();
  expect(plan.map((device) => device.hasMainsSense)).toEqual(sites.map((s) => s.hasMainsSense));
  expect(new Set(plan.map((device) => device.deviceId)).size).toBe(sites.length);
});
