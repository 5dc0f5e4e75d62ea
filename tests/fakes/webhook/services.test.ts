import { expect, test } from 'bun:test';
import { judges, type Service } from './services.ts';

const json = { 'content-type': 'application/json' };
const ask = (service: Service, body: string | Buffer, headers: object = json, method = 'POST') =>
  judges[service]({ method, headers: { ...headers }, body: Buffer.from(body as string) });
const discord = (content: string, more: object = { allowed_mentions: { parse: [] } }) =>
  JSON.stringify({ content, ...more });

test.each([
  ['slack', 'no text', '{"text":""}', 'no_text'],
  ['slack', 'something else', '{"blocks":[]}', 'invalid_payload'],
  ['slack', 'no JSON', 'text', 'invalid_payload'],
  ['slack', 'a call', '{"text":"see <!channel>"}', 'somebody is called by <!channel>'],
  ['discord', 'no text', discord(' '), 'Cannot send an empty message'],
  ['discord', 'too long a text', discord('ก'.repeat(2_001)), 'Must be 2000 or fewer in length.'],
  ['discord', 'a call', discord('@everyone', {}), 'somebody is called'],
  ['discord', 'something else', '{}', '50109'],
] as const)('%s refuses %s', (service, _what, body, said) => {
  const answer = ask(service, body);
  expect([answer.status, answer.shown]).toEqual([400, undefined]);
  expect(answer.body).toContain(said);
});

test('none of them takes JSON that does not say so, or what is not posted', () => {
  expect(ask('slack', '{"text":"x"}', {}).status).toBe(400);
  expect(ask('discord', discord('x'), {}).status).toBe(400);
  for (const service of ['slack', 'discord', 'ntfy'] as const) {
    expect(ask(service, 'x', json, 'GET').shown).toBeUndefined();
  }
});

test('ntfy refuses a priority that it does not know, and what would become a file', () => {
  expect(ask('ntfy', 'x', { priority: '6' }).body).toContain('40007');
  expect(ask('ntfy', 'ก'.repeat(1_366), {}).body).toContain('40014');
  expect(ask('ntfy', Buffer.from('ก').subarray(0, 2), {}).body).toContain('40014');
  expect(ask('ntfy', 'ก'.repeat(1_365), { priority: 'max' })).toMatchObject({ status: 200 });
});
