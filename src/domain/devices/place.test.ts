import { expect, test } from 'bun:test';
import { roundLocation, thaiAreaCode, tidyCell } from './place.ts';

const metresPerDegree = 111_195;

test('rounded points are the same again, near where they were, and never less than 100 m apart', () => {
  for (let latitude = -90; latitude <= 90; latitude += 0.7313) {
    for (let longitude = -180; longitude <= 180; longitude += 7.1177) {
      const rounded = roundLocation({ latitude, longitude });
      expect(roundLocation(rounded)).toEqual(rounded);
      const metresPerMeridian = metresPerDegree * Math.cos((rounded.latitude * Math.PI) / 180);
      expect(Math.abs(rounded.latitude - latitude) * metresPerDegree).toBeLessThan(56);
      if (Math.abs(latitude) > 80) continue;
      expect(Math.abs(rounded.longitude - longitude) * metresPerMeridian).toBeLessThan(105);
      // The next point to the east.
      let next = rounded;
      for (let step = 1; next.longitude === rounded.longitude; step += 1) {
        next = roundLocation({ latitude, longitude: rounded.longitude + step / 10_000 });
      }
      expect((next.longitude - rounded.longitude) * metresPerMeridian).toBeGreaterThan(100);
    }
  }
});

test.each([
  [
    { latitude: 13.75633, longitude: 100.50177 },
    { latitude: 13.756, longitude: 100.502 },
  ],
  [
    { latitude: -0.0001, longitude: -0.0004 },
    { latitude: 0, longitude: 0 },
  ],
  [
    { latitude: 59.91273, longitude: 10.74609 },
    { latitude: 59.913, longitude: 10.746 },
  ],
  [
    { latitude: 90, longitude: 77 },
    { latitude: 90, longitude: 0 },
  ],
])('%j becomes %j', (exact, rounded) => {
  expect(roundLocation(exact)).toStrictEqual(rounded);
});

test.each([
  [' F12 /  T3 ', 'F12/T3'],
  ['F12//T3/', 'F12/T3'],
  ['feeder   12', 'feeder 12'],
  ['  / ', ''],
  ['ฟีดเดอร์ 12', 'ฟีดเดอร์ 12'],
])('%j is the tag %j', (text, tag) => {
  expect(tidyCell(text)).toBe(tag);
});

test.each([
  ['TH-50', '50'],
  ['TH-5001', '5001'],
  ['TH-500101', '500101'],
  ['TH-5', null],
  ['TH-50010', null],
  ['TH-50 Chiang Mai', null],
  ['Vientiane', null],
  [null, null],
])('of %p the Thai code is %p', (area, code) => {
  expect(thaiAreaCode(area)).toBe(code);
});
