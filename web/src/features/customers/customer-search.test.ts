import { expect, test } from 'bun:test';
import { readCustomerPageSearch } from './customer-search.ts';

test('the tab and the page of its list are read from the address', () => {
  expect(readCustomerPageSearch({ tab: 'events', page: 2, other: 1 })).toEqual({
    tab: 'events',
    page: 2,
  });
});

test.each([{ tab: 'devices', page: 1 }, { tab: 'nothing' }, { page: 0 }, { page: {} }])(
  'defaults and nonsense are left out: %j',
  (search) => {
    expect(readCustomerPageSearch(search)).toEqual({});
  },
);
