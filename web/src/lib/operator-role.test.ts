import { expect, test } from 'bun:test';
import { mayDo, operatorRoles } from './operator-role.ts';

test.each([
  ['viewer', ['viewer']],
  ['support', ['viewer', 'support']],
  ['owner', ['viewer', 'support', 'owner']],
] as const)('%s may do what takes %j', (role, open) => {
  expect(operatorRoles.filter((needed) => mayDo(role, needed))).toEqual([...open]);
});
