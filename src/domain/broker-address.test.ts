import { expect, test } from 'bun:test';
import { readBrokerAddress, readBrokerUrl } from './broker-address.ts';

test.each([
  ['mqtts://broker.example', { host: 'broker.example', port: 8883, tls: true }],
  ['mqtts://broker.example:443/', { host: 'broker.example', port: 443, tls: true }],
  ['mqtt://192.168.1.5', { host: '192.168.1.5', port: 1883, tls: false }],
  ['mqtts://[2606:4700::1]:8884', { host: '2606:4700::1', port: 8884, tls: true }],
])('%s is a broker', (text, address) => {
  expect(readBrokerAddress(text)).toEqual(address);
});

test.each([
  ...['', 'broker.example', 'https://broker.example', 'mqtts://', 'mqtts:///a', 'mqtts://b/c'],
  ...['mqtts://u:p@broker.example', 'mqtts://b?c', 'mqtts://b#c', 'mqtts://b:99999'],
])('%p is none', (text) => {
  expect(readBrokerAddress(text)).toBeNull();
});

test('the operator’s has a username and a password within', () => {
  expect(readBrokerUrl('mqtt://us%40er:p%3Ass@10.0.0.2:1884')).toEqual({
    ...{ address: { host: '10.0.0.2', port: 1884, tls: false } },
    ...{ username: 'us@er', password: 'p:ss' },
  });
  expect(readBrokerUrl('mqtts://b')).toMatchObject({ username: '', password: '' });
  expect(readBrokerUrl('http://u:p@b')).toBeNull();
  expect(readBrokerUrl('mqtts://u:%zz@b')).toBeNull();
});
