import { expect, test } from 'bun:test';
import { z } from 'zod';
import { findingOf, isSentence, refusals, sayIssue, shapes, texts } from './findings.ts';

const library = /expected|received|Invalid input|Invalid option|Too (big|small)/;

test.each([
  [z.string(), undefined, 'is required', { code: 'required' }],
  [z.string(), 7, 'must be text', { code: 'notText' }],
  [z.number(), 'x', 'must be a number', { code: 'notNumber' }],
  [z.int(), 1.5, 'must be a whole number', { code: 'notWhole' }],
  [z.boolean(), 'x', 'must be true or false', { code: 'notTruth' }],
  [z.array(z.string()), 'x', 'must be a list', { code: 'notList' }],
  [z.object({}), 'x', 'must be an object', { code: 'notObject' }],
  [z.enum(['th', 'en']), 'de', 'must be one of: th, en', { code: 'oneOf' }],
  [z.enum(['1', '12']), '7', 'must be one of: 1, 12', { code: 'oneOf' }],
  [z.string().max(3), 'abcd', 'must be at most 3 characters', { code: 'tooLong', n: 3 }],
  [z.string().min(3), 'ab', 'must be at least 3 characters', { code: 'tooShort', n: 3 }],
  [z.string().min(1), '', 'is required', { code: 'required' }],
  [z.int().max(100), 101, 'must be at most 100', { code: 'tooLarge', n: 100 }],
  [z.int().min(-5), -6, 'must be at least -5', { code: 'tooSmall', n: -5 }],
  [z.array(z.int()).max(1), [1, 2], 'must hold at most 1 entries', { code: 'tooMany', n: 1 }],
  [z.int().multipleOf(5), 7, 'must be a multiple of 5', { code: 'notMultiple', n: 5 }],
  [z.strictObject({}), { x: 1 }, 'is not known', { code: 'notKnown' }],
  [z.union([z.int(), z.boolean()]), 'x', 'is not valid', { code: 'notValid' }],
  [z.iso.datetime(), 'x', 'is not valid', { code: 'notValid' }],
] as const)('%# is said in plain words, and has a code', (schema, value, text, finding) => {
  const [issue] = schema.safeParse(value, { error: sayIssue }).error?.issues ?? [];
  expect(issue?.message).toBe(text);
  expect(text).not.toMatch(library);
  expect(findingOf(text)).toEqual(finding);
});

test('every sentence, shape and refusal has its own code', () => {
  for (const [code, text] of Object.entries({ ...texts, ...shapes, ...refusals })) {
    expect(findingOf(text)?.code as string).toBe(code);
  }
  expect(Object.values(texts).every(isSentence)).toBe(true);
});

test('two bounds are two numbers', () => {
  expect(findingOf('must be a whole number from 1 to 100')).toEqual({
    code: 'outOfRange',
    n: 1,
    m: 100,
  });
});

test('a sentence that occurs once has no code', () => {
  expect(findingOf('must be base64')).toBeUndefined();
});
