import { expect, test } from 'bun:test';
import { makePatient } from '../../../tests/support/patient.ts';
import { modules } from '../../modules/index.ts';
import { checkExtras } from './check-extras.ts';

const provider = {
  FAIWATCH_PUBLIC_URL: 'https://power.example',
  FAIWATCH_OIDC_ISSUER: 'https://id.example',
  FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
};

test('a module that is set up and left out is a warning, with the way to mend it', () => {
  const [finding, ...others] = checkExtras(makePatient({ ...provider, FAIWATCH_EXTRAS: 'none' }));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ state: 'warning', check: 'extras' });
  expect(finding?.text).toContain('oidc_issuer');
});

test('there is nothing to say where all are in, or none is named', () => {
  const all = modules.map(({ name }) => name).join(',');
  expect(checkExtras(makePatient({ ...provider, FAIWATCH_EXTRAS: all }))).toEqual([]);
  expect(checkExtras(makePatient({ ...provider, FAIWATCH_EXTRAS: 'all' }))).toEqual([]);
  expect(checkExtras(makePatient(provider))).toEqual([]);
  expect(checkExtras(makePatient({ FAIWATCH_EXTRAS: 'none' }))).toEqual([]);
});
