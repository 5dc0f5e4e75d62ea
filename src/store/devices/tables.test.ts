import { expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { alertSettings } from '../../domain/alerts/alert-settings.ts';
import { particulars } from '../../domain/people/particulars.ts';
import { customers } from '../people/tables.ts';
import { devices } from './tables.ts';

test.each(Object.entries(alertSettings))(
  '%s is a column, at first as the entry says',
  (name, setting) => {
    const column = getTableColumns(devices)[name as keyof typeof alertSettings];
    expect({ column: column.name, atFirst: column.default }).toEqual({
      column: setting.column,
      atFirst: setting.atFirst,
    });
  },
);

test.each(Object.entries(particulars))('%s is a column of customers', (name, { column }) => {
  expect(getTableColumns(customers)[name as keyof typeof particulars].name).toBe(column);
});
