import { expect, test } from 'bun:test';
import { renderConfirmation } from './render-confirmation.ts';

const asked = (account: string) =>
  renderConfirmation({ language: 'en', account, token: 'x' }).html.split('\n')[1];

test('the name of an account is no link in what strangers are sent', () => {
  expect(asked('Prize: http://evil.example/now')).toContain('Prize: http://evil. example/now');
  expect(asked('10.0.0.1')).toContain('10. 0. 0. 1');
  expect(asked('Som & Sons Co. Ltd.')).toContain('Som &amp; Sons Co. Ltd.');
});
