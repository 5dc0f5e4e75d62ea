import { expect, test } from 'bun:test';
import { SipTrace } from './sip-trace.ts';

const address = 'sip:+66812345678@sip.example.com';
const line = '192.0.2.2:38900';
const exchange = '192.0.2.3:5060';

function read(text: string, cutAt = text.length): number {
  let diverted = 0;
  const trace = new SipTrace(() => {
    diverted += 1;
  });
  trace.dial(address);
  trace.read(text.slice(0, cutAt));
  trace.read(text.slice(cutAt));
  return diverted;
}

const written = (from: string, to: string, message: string) =>
  `\u001b[36;1m#\nUDP ${from} -> ${to}\n${message}\u001b[;m\n`;
const goes = (uri: string, to = exchange) =>
  written(line, to, `INVITE ${uri} SIP/2.0\r\nCall-ID: 5ef66a522a372d59\r\n\r\n`);
const comes = (message: string, from = exchange) => written(from, line, message);

const own = goes(`${address};transport=udp`);
const elsewhere = goes('sip:+66190000000@sip.example.com');

test('a call that goes to somebody else is noticed, wherever the text is cut', () => {
  const text = `baresip is ready.\n${own}${elsewhere}`;
  for (let at = 0; at < text.length; at += 1) expect(read(text, at)).toBe(1);
});

const moved = (contact: string) =>
  `SIP/2.0 302 Moved\r\nCall-ID: 5ef66a522a372d59\r\nContact: ${contact}\r\n\r\n`;
const named = '"sip:+66812345678@x" <sip:+66190000000@sip.example.com>';

test.each([
  ['with the right number as a name', moved(named)],
  ['with lines that end otherwise', moved(named).replaceAll('\r\n', '\n')],
  [
    'after more lines than anybody reads',
    moved(named).replace('Call-ID', `${'X: y\r\n'.repeat(101)}Call-ID`),
  ],
  ['with a false head in it', `${moved(named)}UDP ${exchange} -> ${line}\n`],
  ['that does not end', moved(named).slice(0, -4)],
])('it is noticed whatever the far end says: %s', (_, answer) => {
  expect(read(own + comes(answer) + elsewhere)).toBe(1);
});

test.each([
  ['the same number at a stranger', `sip:+66812345678@evil.example;transport=udp`],
  ['the same number at a machine whose name begins alike', `${address}.evil.example`],
  ['the same address with words of theirs', `${address};maddr=192.0.2.66`],
  ['a number that begins alike', 'sip:+66812345678;rn=190@sip.example.com'],
  ['a name longer than is looked at', `sip:${'1'.repeat(20_000)}@sip.example.com`],
])('somebody else is also %s', (_, uri) => {
  expect(read(own + goes(uri))).toBe(1);
  const text = own + goes(uri);
  const trace = new SipTrace(() => expect(text).toContain(uri));
  trace.dial(address);
  for (const one of text) trace.read(one);
  expect.assertions(2);
});

test('the call itself is none, nor that it goes again with the proof', () => {
  expect(read(own + comes('SIP/2.0 407 Proof\r\n\r\n') + own + goes(address))).toBe(0);
});

test('somebody who calls us is none, and teaches nothing', () => {
  const call = `INVITE sip:6620001234@${line} SIP/2.0\r\n\r\n`;
  expect(read(own + comes(call) + own)).toBe(0);
  expect(read(own + comes(call, '192.0.2.66:5060') + elsewhere)).toBe(1);
});

test('before anybody is called nothing is one', () => {
  const trace = new SipTrace(() => expect.unreachable());
  trace.read(elsewhere);
});
