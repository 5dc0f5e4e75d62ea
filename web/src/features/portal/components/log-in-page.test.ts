import { expect, test } from 'bun:test';
import i18next from 'i18next';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import en from '../../../locales/en.json';
import { describeLoginFailure } from './log-in-page.tsx';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
/** 12:00:30 at the site. */
const now = Date.parse('2026-11-21T05:00:30.000Z');
const describe = (error: unknown) => describeLoginFailure(error, now, i18n.t, 'en');

test('wrong credentials and a lost connection have texts of the locale files', () => {
  const wrong = new ApiError('Wrong phone number or activation key', {
    status: 401,
    code: 'INVALID_CREDENTIALS',
  });
  expect(describe(wrong)).toBe('Wrong phone number or activation key');
  expect(describe(new NetworkError('x'))).toBe('An error occurred. Please try again');
});

test('whoever has to wait is told until when, never a moment too early', () => {
  const wait = (retryAfterSeconds: number) =>
    describe(new ApiError('x', { status: 429, code: 'RATE_LIMITED', retryAfterSeconds }));
  expect(wait(61)).toContain('12:02 (in 2 min)');
  expect(wait(20)).toContain('12:01 (in 1 min)');
  expect(wait(3_600)).toContain('13:01 (in 1 h)');
});
