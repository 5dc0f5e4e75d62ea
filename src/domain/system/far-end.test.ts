import { expect, test } from 'bun:test';
import { farEndOf, readFarEnd } from './far-end.ts';

test.each([
  ['1.1.1.1', { host: '1.1.1.1', port: 443 }],
  ['dns.google:853', { host: 'dns.google', port: 853 }],
  ['[2606:4700:4700::1111]:443', { host: '2606:4700:4700::1111', port: 443 }],
  ['[::1]', { host: '::1', port: 443 }],
  ['https://example.com/health', { host: 'example.com', port: 443 }],
  ['http://127.0.0.1:8099', { host: '127.0.0.1', port: 8099 }],
  ['tcp://router.local:53', { host: 'router.local', port: 53 }],
])('%s names a place', (text, place) => {
  expect(readFarEnd(text)).toEqual(place);
});

test.each([
  '',
  'a b',
  'ftp://example.com',
  '1.1.1.1:0',
  '1.1.1.1:99999',
  '::1',
  'user@host',
  'none,',
])('%s names none', (text) => {
  expect(readFarEnd(text)).toBeNull();
});

test('an address of the web names the place that is called', () => {
  expect(farEndOf('https://api.telegram.org')).toEqual({ host: 'api.telegram.org', port: 443 });
  expect(farEndOf('http://[::1]:81/x')).toEqual({ host: '::1', port: 81 });
});
