import { describe, expect, test } from 'bun:test';
import { acceptsHtml, chooseEncoding, isNoneMatch } from './content-negotiation.ts';

describe('chooseEncoding', () => {
  const all = { br: true, gzip: true, identity: true };

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.1 , gzip;q=1', 'gzip'],
    ['gzip;q=0.5, br;q=0.8', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.5, *;q=0.1', 'gzip'],
    ['br;q=9, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0', 'identity'],
    ['', 'identity'],
    [null, 'identity'],
  ] as const)('answers %p with %s', (header, encoding) => {
    expect(chooseEncoding(header, all)).toBe(encoding);
  });

  test('never chooses an encoding that is not on offer', () => {
    expect(chooseEncoding('br, gzip', { identity: true })).toBe('identity');
    expect(chooseEncoding('br, gzip', { gzip: true, identity: true })).toBe('gzip');
  });
});

test('only a client that names text/html is given a page', () => {
  expect(acceptsHtml('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(true);
  expect(acceptsHtml('*/*')).toBe(false);
  expect(acceptsHtml('text/html;q=0, application/json')).toBe(false);
  expect(acceptsHtml('text/html;q=0.1, application/json')).toBe(false);
  expect(acceptsHtml('text/html, application/json;q=0.9')).toBe(true);
  expect(acceptsHtml(null)).toBe(false);
});

test('an entity tag matches alone, in a list, as a weak tag, and by the star', () => {
  expect(isNoneMatch('"a"', '"a"')).toBe(true);
  expect(isNoneMatch('"b", W/"a"', '"a"')).toBe(true);
  expect(isNoneMatch('*', '"a"')).toBe(true);
  expect(isNoneMatch('"a-br"', '"a"')).toBe(false);
  expect(isNoneMatch(null, '"a"')).toBe(false);
});
