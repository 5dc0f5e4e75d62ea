import { expect, test } from 'bun:test';
import i18next from 'i18next';
import { ApiError, NetworkError } from '../../lib/api-error.ts';
import en from '../../locales/en.json';
import { checkPasswords, describePasswordError, explainPasswordError } from './password-card.tsx';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
const { t } = i18n;

const right = {
  currentPassword: 'old one',
  newPassword: 'a new one of mine',
  confirmPassword: 'a new one of mine',
};

test('all three fields are needed', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  const fillIn = en.ui.said.fill_in_all_fields;
  expect(checkPasswords(empty, t)).toEqual({
    currentPassword: fillIn,
    newPassword: fillIn,
    confirmPassword: fillIn,
  });
});

test.each([
  ['12345', 'Must be at least 6 characters'],
  ['123456', 'Must be at least 10 characters'],
  ['123456789', 'Must be at least 10 characters'],
])('%s is too short', (newPassword, finding) => {
  const found = checkPasswords({ ...right, newPassword, confirmPassword: newPassword }, t);
  expect(found.newPassword).toBe(finding);
});

test('the new password must be typed twice the same', () => {
  expect(checkPasswords({ ...right, confirmPassword: 'another' }, t).confirmPassword).toBe(
    en.ui.said.passwords_differ,
  );
  expect(Object.values(checkPasswords(right, t)).filter((finding) => finding !== false)).toEqual(
    [],
  );
});

test('a refusal of the server is shown beside the field', () => {
  const wrong = new ApiError('Current password incorrect', {
    status: 401,
    code: 'INVALID_CREDENTIALS',
  });
  expect(explainPasswordError(wrong, t)).toMatchObject({
    fields: { currentPassword: en.ui.said.wrong_password },
  });
  for (const status of [401, 403]) {
    const unknown = new ApiError('x', { status, code: 'UNKNOWN' });
    expect(explainPasswordError(unknown, t)).toMatchObject({
      fields: { currentPassword: en.ui.said.wrong_password },
    });
  }
});

test('a session that is over is left to the log-in page', () => {
  for (const code of ['TOKEN_EXPIRED', 'INVALID_TOKEN'] as const) {
    expect(describePasswordError(new ApiError('x', { status: 401, code }), t)).toBeNull();
  }
});

test('every other failure is shown in words', () => {
  const limited = new ApiError('x', { status: 429, code: 'RATE_LIMITED' });
  expect(describePasswordError(limited, t)).toContain(en.ui.error.rate_limited);
  expect(describePasswordError(new NetworkError('x'), t)).toContain(en.ui.error.network);
  const strange = new ApiError('x', { status: 502, code: 'UNKNOWN' });
  expect(describePasswordError(strange, t)).toBe(en.settings.password.failed);
});
