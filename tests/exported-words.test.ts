/** What exports say of outages is what the pages say. */
import { expect, test } from 'bun:test';
import { causes } from '../src/domain/states.ts';
import { outageWords } from '../src/http/fleet/outage-words.ts';
import en from '../web/src/locales/en.json';
import th from '../web/src/locales/th.json';

test.each([
  ['th', th],
  ['en', en],
] as const)('of outages: %s', (language, { report }) => {
  const words = outageWords[language];
  const { not_recovered, being_confirmed } = report.history;
  expect({
    causes: causes.map((name) => words.causes[name]),
    open: [words.notBack, words.unconfirmed],
  }).toEqual({
    causes: causes.map((name) => report.cause[name]),
    open: [not_recovered, being_confirmed],
  });
});
