import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkCardWear, describeWear } from './check-card-wear.ts';

test('says how it is computed', () => {
  // 10 MB an hour are 87.6 GB a year; 32 GB × 300 ÷ 4 are 2.4 TB.
  expect(describeWear(10e6, 32e9)).toEqual({
    check: 'card wear',
    state: 'ok',
    text: '10.0 MB an hour × 24 × 365 are 87.6 GB a year; a card of 32.0 GB endures about 2.4 TB (size × 300 cycles ÷ 4), which is 27.4 years.',
    mend: null,
  });
});

test('warns of a card that will not last five years', () => {
  expect(describeWear(100e6, 32e9)).toMatchObject({
    state: 'warning',
    mend: expect.stringContaining('SSD'),
  });
});

test('a server that writes nothing does not wear the card', () => {
  expect(describeWear(0, 32e9).text).toContain('more than 100 years');
});

test('is not known in the first minutes, and not without a server', async () => {
  expect(describeWear(null, 32e9)).toMatchObject({ state: 'ok' });
  expect(checkCardWear(makePatient())).toEqual([]);
  const server = await askWellServer();
  expect(checkCardWear(makePatient({}, { isRunning: true, server }))).toHaveLength(1);
});
