import { expect, test } from 'bun:test';
import {
  type SettingValues,
  settingLimits,
  settingNames,
  toSaved,
  toWhole,
} from './setting-limits.ts';

const saved: SettingValues = {
  heartbeatTimeout: 180,
  recoveryDelay: 2,
  priceS2Mini: 300,
  priceTDisplay: 650,
  priceKeyOnly: 200,
  priceRenewal: 200,
  keyValidityYears: 3,
};

test.each([
  [null, 0],
  [1.9, 1],
  [-1.9, -1],
  [42, 42],
])('%p is read as %p', (typed, whole) => {
  expect(toWhole(typed)).toBe(whole);
});

test('only what was changed is saved', () => {
  expect(toSaved({ ...saved, recoveryDelay: 5, priceRenewal: null }, saved)).toEqual({
    recoveryDelay: 5,
    priceRenewal: 0,
  });
});

test('without a change all settings are saved as they are', () => {
  expect(Object.keys(toSaved({ ...saved, recoveryDelay: 2.4 }, saved))).toEqual([...settingNames]);
});

test('every setting has its limits', () => {
  expect(Object.keys(settingLimits).sort()).toEqual([...settingNames].sort());
});
