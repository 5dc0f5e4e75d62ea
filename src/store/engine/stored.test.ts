import { expect, test } from 'bun:test';
import { readStored } from './stored.ts';

interface Row {
  readonly isActive: boolean;
  readonly hasKey: boolean;
  readonly mayMute: boolean;
  readonly issued: number;
  readonly hashed: number | null;
}

test('claims of a row become booleans, and nothing else does', () => {
  const stored = { isActive: 1, hasKey: 0, mayMute: 1, issued: 1, hashed: null };
  expect(readStored<Row>(stored)).toEqual({
    ...{ isActive: true, hasKey: false, mayMute: true },
    ...{ issued: 1, hashed: null },
  });
});
