import { expect, test } from 'bun:test';
import i18next from 'i18next';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import th from '../../../locales/th.json';
import { describeFailure, toFieldErrors } from './form-errors.ts';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'th', resources: { th: { translation: th } } });
const { t } = i18n;

function refusal(fields: Record<string, string>, findings: ApiError['findings'] = {}) {
  return new ApiError('x', { status: 400, code: 'VALIDATION', fields, findings });
}

test('an error of a field is shown beside the field, in the language of the page', () => {
  const error = refusal(
    { phone: 'Invalid phone', name: 'must be at most 100 characters', notes: 'own words' },
    { phone: { code: 'invalidPhone' }, name: { code: 'tooLong', n: 100 } },
  );
  expect(describeFailure(error, ['phone', 'name', 'notes'], t)).toEqual({
    fields: {
      phone: th.ui.said.invalid_phone,
      name: th.ui.finding.too_long.replace('{{n}}', '100'),
      notes: 'own words',
    },
  });
});

test('an error of a field that the form lacks is shown for the whole form', () => {
  const error = refusal({ months: 'is required' }, { months: { code: 'required' } });
  expect(describeFailure(error, ['phone'], t)).toEqual({
    form: th.ui.error.validation,
    fields: {},
  });
});

test('a lost connection is called that, and a page may use words of its own', () => {
  const lost = new NetworkError('x');
  expect(describeFailure(lost, [], t)).toEqual({ form: th.ui.error.network, fields: {} });
  expect(describeFailure(lost, [], t, () => 'own')).toEqual({ form: 'own', fields: {} });
  expect(describeFailure(lost, [], t, () => null)).toEqual({ fields: {} });
});

test('without an error nothing is shown', () => {
  expect(toFieldErrors({ name: false, phone: undefined })).toBeUndefined();
  expect(toFieldErrors({ name: 'x', phone: false })).toEqual({ fields: { name: 'x' } });
});
