import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTemplate } from '../../../../tests/fakes/call-provider/fake-call-provider.ts';
import { readTwiml } from '../../../../tests/fakes/twilio/read-twiml.ts';
import {
  type CallTemplate,
  findCallFault,
  makeTemplateDialect,
  readHangUp,
  readStatusWords,
} from './call-template.ts';

const template: CallTemplate = callTemplate('https://calls.example');

describe('a template', () => {
  const gone = 'is missing in body or address';
  test.each<[Partial<CallTemplate>, string | null]>([
    [{}, null],
    [{ url: '' }, 'the address (url) is missing'],
    [{ body: '{"flow":"{answer}"}' }, `{to} or {digits} ${gone}`],
    [{ body: '{"callee":"{to}"}' }, `{answer} ${gone}`],
    [{ method: 'GET' }, `{to} or {digits} ${gone}`],
    [{ headers: 'X-Api-Key' }, 'this is no header: X-Api-Key'],
    [{ status_url: '' }, 'the address to ask how a call does is missing'],
    [{ status_url: 'https://calls.example/all' }, '{call} is missing in the address to ask'],
    [
      { hang_up: 'https://calls.example/{call}' },
      'to hang up takes a method and an address: DELETE https://…',
    ],
    [{ hang_up: 'DELETE https://calls.example/' }, '{call} is missing where it is hung up'],
    [{ hang_up: '' }, null],
    [
      { hang_up: '', body: '{"callee":"{to}","flow":"{answer}"}' },
      'neither {longest} nor a way to hang up is there',
    ],
    [
      { status_words: 'done: CLEARED; lost: GONE' },
      'a status means one of ringing, answered, done, busy, refused, no-answer, failed, no-number, canceled: lost',
    ],
    [{ status_words: 'busy: SUBSCRIBER_BUSY' }, 'no status means done'],
    [{ status_words: 'done: ; busy: SUBSCRIBER_BUSY; done' }, 'no status means done'],
    [{ answer: '<Play>{sound}</Play>' }, '{keys} is missing in the answer'],
    [{ answer: '<Gather action="{keys}"/>' }, '{sound} is missing in the answer'],
    [{ last_answer: '<Hangup/>' }, '{sound} is missing in the last answer'],
    [{ last_answer: '[{"play":{sound}}]' }, 'an answer begins as JSON and is none'],
  ])('with %j: %p', (change, fault) => {
    expect(findCallFault({ ...template, ...change }, false)).toBe(fault);
  });

  test.each<Partial<CallTemplate>>([
    { url: 'http://calls.example/' },
    { status_url: 'http://calls.example/{call}' },
    { hang_up: 'DELETE http://calls.example/{call}' },
  ])('with %j needs a network of its own', (change) => {
    const changed = { ...template, ...change };
    expect(findCallFault(changed, false)).toBe('each address must begin with https://');
    expect(findCallFault(changed, true)).toBeNull();
  });

  test('says what a status means in one line or in several, whatever their letters', () => {
    const words = readStatusWords('busy: Busy Line, user_busy ;\n done: Normal Hangup\n;');
    expect([...words]).toEqual([
      ['busy line', 'busy'],
      ['user_busy', 'busy'],
      ['normal hangup', 'done'],
    ]);
  });

  test('says how a call is hung up: in a line, or with a body below', () => {
    const { headers } = template;
    expect(readHangUp({ ...template, hang_up: 'DELETE https://a.example/{call}/' })).toEqual({
      ...{ method: 'DELETE', url: 'https://a.example/{call}/', headers, body: '' },
    });
    expect(readHangUp({ ...template, hang_up: 'PUT https://a.example/{call}\nStatus=x' })).toEqual({
      ...{ method: 'PUT', url: 'https://a.example/{call}', headers, body: 'Status=x' },
    });
    expect(readHangUp({ ...template, hang_up: 'BREW https://a.example/{call}' })).toBeNull();
  });
});

describe('what is answered', () => {
  const sound = 'https://a.example/s?ticket=a';
  const keys = 'https://a.example/k?ticket="/><Dial>+66190000000</Dial>&b';

  test('is JSON where it begins as JSON, and no value breaks out', () => {
    const { type, text } = makeTemplateDialect(template).ask({ sound, keys });
    expect(type).toBe('application/json');
    expect(JSON.parse(text)).toEqual([
      { play: sound, times: 2 },
      { collect: 1, seconds: 5, to: keys },
      { drop: true },
    ]);
  });

  test('is XML where it begins with a tag, and no value breaks out', () => {
    const answer =
      '<Response><GetDigits action="{keys}"><Play>{sound}</Play></GetDigits></Response>';
    const order = makeTemplateDialect({ ...template, answer }).ask({ sound, keys });
    expect(order.type).toBe('text/xml');
    expect(order.text).not.toContain('<Dial');
    expect(order.text).toContain('&lt;Dial&gt;');
  });

  test('after the key does not ask again', () => {
    const { text } = makeTemplateDialect(template).say(sound);
    expect(JSON.parse(text)).toEqual([{ play: sound, times: 1 }, { drop: true }]);
  });
});

describe('a key that is posted', () => {
  const read = (body: string, path = 'Digits') =>
    makeTemplateDialect({ ...template, key_path: path }).readKey(
      { signature: '', body },
      'https://a.example',
      '+66812345678',
    );

  test.each([
    ['Digits=1&CallUUID=x', 'Digits', '1'],
    ['Digits=%23', 'Digits', '#'],
    ['Digits=', 'Digits', ''],
    ['CallUUID=x', 'Digits', ''],
    ['', 'Digits', ''],
    ['{"dtmf":{"digits":"9"}}', 'dtmf.digits', '9'],
    ['{"dtmf":{"digits":9}}', 'dtmf.digits', '9'],
    ['{"dtmf":{"digits":null,"timed_out":true}}', 'dtmf.digits', ''],
    ['[{"key":"2"}]', '0.key', '2'],
  ])('%p at %p is %p', (body, path, key) => {
    expect(read(body, path)).toBe(key);
  });

  test.each([
    ['Digits=1&Digits=2', 'comes twice'],
    ['Digits=11', 'is more than one'],
    ['Digits=one', 'is none'],
    ['{"dtmf":', 'is in no JSON'],
    ['{"Digits":"1","Digits":"22"}', 'is more than one'],
  ])('%p is refused: it %s', (body) => {
    expect(read(body)).toBeNull();
  });
});

test('the example in the documents is whole, and its answers are TwiML', () => {
  const path = join(import.meta.dir, '../../../../docs/channels/call-template.md');
  const [, example = ''] = readFileSync(path, 'utf8').split('## An example');
  const written = (label: string) => {
    const [, cell = ''] = example.split(`| ${label} | `);
    return [...(cell.split(' |\n')[0] ?? '').matchAll(/`([^`]+)`/g)]
      .map(([, code]) => code)
      .join('\n');
  };
  const signalWire: CallTemplate = {
    ...template,
    url: written('Address'),
    headers: written('Headers'),
    body: written('Body'),
    id_path: written('Path that names the call'),
    status_url: written('Address that says how it does'),
    status_path: written('Path of the status'),
    hang_up: written('How it is hung up'),
    answer: written('Answer'),
    last_answer: written('Answer after the key'),
    key_path: written('Field that has the key'),
  };
  expect(findCallFault(signalWire, false)).toBeNull();
  expect(readHangUp(signalWire)).toMatchObject({ method: 'POST', body: 'Status=completed' });
  const dialect = makeTemplateDialect(signalWire);
  const [sound, keys] = ['https://a.example/s?ticket=a', 'https://a.example/k?ticket=b'];
  expect(readTwiml(dialect.ask({ sound, keys }).text)).toEqual({ play: sound, action: keys });
  expect(readTwiml(dialect.say(sound).text)).toEqual({ play: sound, action: null });
});
