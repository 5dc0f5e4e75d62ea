import { expect, test } from 'bun:test';
import { makeCustomer, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { deleteCustomerRow } from '../../store/people/customers.ts';
import { startSession } from './start-session.ts';

const signIn = { method: 'key', address: '203.0.113.7', userAgent: 'x'.repeat(500) } as const;

test('an account that was deleted while somebody signed in has no session', () => {
  const monitor = makeTestMonitor();
  const id = makeCustomer(monitor);
  const account = { kind: 'customer', id, tokenVersion: 0 } as const;
  const start = () => startSession(monitor, account, signIn, monitor.clock());
  expect(start()).toMatchObject(account);
  deleteCustomerRow(monitor.store, id);
  expect(start).toThrow('This account is not there any more.');
});
