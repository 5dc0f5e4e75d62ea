/** What an export says beside a code is what the pages say. */
import { expect, test } from 'bun:test';
import { causes } from '../src/domain/states.ts';
import { outageWords } from '../src/http/fleet/outage-csv.ts';
import en from '../web/src/locales/en.json';
import th from '../web/src/locales/th.json';

test.each([
  ['th', th],
  ['en', en],
] as const)('of outages: %s', (language, { report }) => {
  const { cause, goesOn, unconfirmed } = outageWords[language];
  const exported: string[] = [...causes.map((name) => cause[name]), goesOn, unconfirmed];
  const { not_recovered: open, being_confirmed: waiting } = report.history;
  expect(exported).toEqual([...causes.map((name) => report.cause[name]), open, waiting]);
});
