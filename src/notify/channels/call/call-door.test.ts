import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { findBar } from './callable-number.ts';
import { askForKey, isSigned } from './twiml.ts';

const token = 'fedcba9876543210fedcba9876543210';
const fields = new Map([
  ['To', '+66812345678'],
  ['Digits', '1'],
]);
const sign = (address: string) =>
  createHmac('sha1', token).update(`${address}Digits1To+66812345678`).digest('base64');

test('Twilio’s own example bears its signature', () => {
  // https://www.twilio.com/docs/usage/security#explore-the-algorithm-yourself
  const posted = new Map(
    Object.entries({
      ...{ CallSid: 'CA1234567890ABCDE', Caller: '+12349013030', Digits: '1234' },
      ...{ From: '+12349013030', To: '+18005551212' },
    }),
  );
  const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(isSigned('12345', address, posted, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBeFalse();
  expect(isSigned('12345', address, posted, '0/KCTR6DLpKmkAf8muzZqo1nDgQ=')).toBeTrue();
});

test.each([
  ['https://a.example/k?ticket=x', 'https://a.example/k?ticket=x', true],
  ['https://a.example/k?ticket=x', 'https://a.example:443/k?ticket=x', true],
  ['https://a.example:8443/k?ticket=x', 'https://a.example/k?ticket=x', true],
  ['https://a.example/k?ticket=x', 'https://a.example/k?ticket=y', false],
  ['https://a.example/k?ticket=x', 'https://b.example/k?ticket=x', false],
  ['https://a.example/k?ticket=x', 'http://a.example/k?ticket=x', false],
  ['https://a.example/k?ticket=x&more=1', 'https://a.example/k?more=1&ticket=x', false],
  ['https://a.example/k?ticket=x', 'https://a.example/k', false],
])('%s signed as %s: %j', (address, signed, isTrue) => {
  expect(isSigned(token, address, fields, sign(signed))).toBe(isTrue);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['another key', { Digits: '2' }],
  ['another phone', { To: '+66812345679' }],
  ['a field more', { Called: '+66812345678' }],
])('%s than was signed is refused', (_what, changed) => {
  const address = 'https://a.example/k?ticket=x';
  const posted = new Map([...fields, ...Object.entries(changed)]);
  expect(isSigned(token, address, posted, sign(address))).toBeFalse();
});

test('a signature of another length is refused', () => {
  expect(isSigned(token, 'https://a.example/', fields, '')).toBeFalse();
  expect(isSigned(token, 'https://a.example/', fields, 'AAAA')).toBeFalse();
});

test('nothing breaks out of what the provider is told', () => {
  const keys = 'https://a.example/?a="><Dial>+66190000000</Dial>&b';
  expect(askForKey({ sound: keys, keys })).not.toContain('<Dial');
});

test.each([
  ['+66812345678', null],
  ['+6622345678', null],
  ['+66190012345', /surcharge/],
  ['+8562012345678', null],
  ['+441212345678', /country/],
  ['+979123456789', /country/],
])('%s: %p', (number, bar) => {
  const found = findBar(number, ['66', '856']);
  if (bar === null) expect(found).toBeNull();
  else expect(found).toMatch(bar);
});

test.each(['+449012345678', '+447012345678', '+19005551234', '+881612345678', '+979123456789'])(
  '%s is never called, whatever countries are allowed',
  (number) => {
    expect(findBar(number, ['44', '1', '881', '979'])).toMatch(/surcharge/);
  },
);
