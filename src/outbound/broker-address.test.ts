import { expect, test } from 'bun:test';
import { brokerAddress } from './broker-address.ts';

test.each([
  ['mqtt://10.0.0.5', { protocol: 'mqtt', host: '10.0.0.5' }],
  ['mqtts://broker.example:8884', { protocol: 'mqtts', host: 'broker.example', port: 8884 }],
  ['mqtt://[::1]:1884', { protocol: 'mqtt', host: '::1', port: 1884 }],
  [
    'mqtt://me:a%20long%40one@broker.example',
    { protocol: 'mqtt', host: 'broker.example', username: 'me', password: 'a long@one' },
  ],
  ['wss://broker.example/mqtt?a=1', { protocol: 'wss', path: '/mqtt?a=1' }],
])('%s is read', (address, options) => {
  expect(brokerAddress(address)).toMatchObject(options);
});
