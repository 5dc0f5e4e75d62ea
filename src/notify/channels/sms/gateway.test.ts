import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  type FakeSmsGateway,
  gatewaySecret,
  gatewaySettings,
  startFakeSmsGateway,
} from '../../../../tests/fakes/sms-gateway/fake-sms-gateway.ts';
import type { SendError } from '../../channel.ts';
import { fillTemplate, readPath } from '../../request-template.ts';
import { findFault, makeGateway } from './gateway.ts';

const filling = {
  ...{ to: '+66812345678', digits: '66812345678', sender: 'Fai&Watch', secret: 'k"ey', id: '1-2' },
  text: 'He said "ไฟดับ" & left\n{to}',
};
const template = { url: 'https://sms.example/?to={digits}', method: 'POST', headers: '' } as const;

describe('a template', () => {
  test('is filled in as JSON where it looks like JSON, and no text breaks out', () => {
    const body = '{"to":"{to}","text":"{text}","auth":{"key":"{secret}"}}';
    const filled = fillTemplate({ ...template, body }, filling);
    expect(filled.headers).toEqual({ 'content-type': 'application/json' });
    expect(JSON.parse(filled.body)).toEqual({
      ...{ to: filling.to, text: filling.text, auth: { key: filling.secret } },
    });
  });

  test('is filled in as a form otherwise, or as its header says', () => {
    const body = 'to={digits}&text={text}&from={sender}';
    const filled = fillTemplate({ ...template, body }, filling);
    expect(filled.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(Object.fromEntries(new URLSearchParams(filled.body))).toEqual({
      ...{ to: filling.digits, text: filling.text, from: filling.sender },
    });
    const xml = {
      ...template,
      headers: 'Content-Type: text/xml\nX-Key: {secret}',
      body: '<t>{text}</t>',
    };
    expect(fillTemplate(xml, filling)).toEqual({
      url: 'https://sms.example/?to=66812345678',
      headers: { 'content-type': 'text/xml', 'x-key': 'k"ey' },
      body: '<t>He said &quot;ไฟดับ&quot; &amp; left\n{to}</t>',
    });
    const plain = { ...template, headers: 'Content-Type: text/plain', body: '{text}' };
    expect(fillTemplate(plain, filling).body).toBe(filling.text);
  });

  test('can be an address alone', () => {
    const url = 'https://sms.example/send?to={to}&text={text}';
    const filled = fillTemplate({ url, method: 'GET', headers: '', body: '' }, filling);
    expect(filled.headers).toEqual({});
    expect(Object.fromEntries(new URL(filled.url).searchParams)).toEqual({
      ...{ to: filling.to, text: filling.text },
    });
  });

  test('a value puts no line into a header', () => {
    const headers = 'X-From: {sender}';
    const filled = fillTemplate(
      { ...template, headers, body: '' },
      { ...filling, sender: 'a\r\nX: b' },
    );
    expect(filled.headers['x-from']).toBe('a X: b');
  });

  test.each([
    [{ url: '' }, 'the address (url) is missing'],
    [{ body: '{digits}' }, '{text} is missing in body or address'],
    [
      { body: '{text}', url: 'https://sms.example' },
      '{to} or {digits} is missing in body or address',
    ],
    [{ method: 'GET' }, '{text} is missing in body or address'],
    [{ headers: 'X-Key {secret}' }, 'this is no header: X-Key {secret}'],
    [{}, null],
  ] as const)('%j: %j', (change, fault) => {
    expect(findFault({ ...template, body: '{text}', ...change })).toBe(fault);
  });
});

test.each([
  ['{"a":[{"b":7}]}', 'a.0.b', '7'],
  ['{"a":[{"b":7}]}', 'a.0', null],
  ['{"a":[]}', 'a.0.b', null],
  ['{"a":null}', 'a', null],
  ['{"a":1}', 'constructor.name', null],
  ['{"a":{"b":12345678901234567890}}', 'a.b', '12345678901234567890'],
  ['OK', 'a', null],
])('%p has at %p %p', (json, path, found) => {
  expect(readPath(json, path)).toBe(found);
});

describe('a provider', () => {
  let gateway: FakeSmsGateway;
  beforeEach(async () => {
    gateway = await startFakeSmsGateway();
  });
  afterEach(() => gateway.close());

  const sms = {
    to: '+66812345678',
    text: 'ไฟดับ 13:02: บ้าน & สวน',
    alphabet: 'ucs2',
    key: 'k-1',
  } as const;

  function send(change: { success?: string; secret?: string; to?: string } = {}) {
    const { to = sms.to, ...settings } = change;
    const way = makeGateway({
      template: { ...gatewaySettings(gateway.url), method: 'POST' },
      ...gatewaySettings(gateway.url),
      ...settings,
      outbound: { allowPrivate: true },
    });
    return way.send({ ...sms, to });
  }

  const refusal = (change = {}) =>
    send(change).then(
      () => null,
      (error: SendError) => error,
    );

  test('gets the message, and its own name for it is kept', async () => {
    expect(await send()).toBe('m1');
    expect(gateway.taken).toEqual([{ to: sms.to, text: sms.text, reference: 'k-1' }]);
    expect(await send({ success: 'phone_number_list.0.used_credit = 1' })).toBeNull();
    expect(await send({ success: '' })).toBeNull();
  });

  test('that answers 200 and says no keeps the message waiting, with its own words', async () => {
    const refused = await refusal({ to: '+4930123456' });
    expect(refused).toMatchObject({ permanent: false, isAmbiguous: false });
    expect(refused?.message).toContain('SMS: 201 {"phone_number_list":[],"bad_phone_number_list"');
    expect(refused?.message).toContain('Invalid mobile number');
    expect(await refusal({ success: 'phone_number_list.0.used_credit=2' })).not.toBeNull();
  });

  test.each([
    [{ kind: 'status', status: 400 }, { permanent: true }],
    [
      { kind: 'status', status: 402 },
      { permanent: false, isAmbiguous: false },
    ],
    [
      { kind: 'status', status: 429 },
      { retryAfterMs: 30_000, isGlobalLimit: true },
    ],
    [
      { kind: 'status', status: 503, headers: { 'retry-after': '9' } },
      { retryAfterMs: 9_000, isGlobalLimit: true },
    ],
    [
      { kind: 'status', status: 500 },
      { permanent: false, isAmbiguous: true },
    ],
    [{ kind: 'drop' }, { permanent: false, isAmbiguous: true }],
  ] as const)('%j: %j', async (fault, expected) => {
    gateway.failNext(fault);
    expect(await refusal()).toMatchObject(expected);
  });

  test('with another key says so, and the key is not repeated', async () => {
    const refused = await refusal({ secret: 'wrong' });
    expect(refused).toMatchObject({ permanent: false, isAmbiguous: false });
    expect(refused?.message).toBe('SMS: 401 {"error":{"name":"ERROR_AUTHENTICATION"}}');
    expect(refused?.message).not.toContain(gatewaySecret);
  });

  test('in this network is called only where that is allowed', async () => {
    const way = makeGateway({
      ...{ template: { ...gatewaySettings(gateway.url), method: 'POST' }, success: '' },
      ...{ sender: '', secret: '', outbound: { allowPrivate: false } },
    });
    const refused = await way.send(sms).catch((error: SendError) => error);
    expect(refused).toMatchObject({ permanent: false, isAmbiguous: false });
    expect(gateway.taken).toEqual([]);
  });
});
