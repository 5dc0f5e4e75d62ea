/** What is said on paper is what the pages say. */
import { expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { causes } from '../../domain/states.ts';
import { paperTexts } from './texts/catalogue.ts';

test.each([
  ['th', th],
  ['en', en],
] as const)('of outages: %s', (language, { report, state }) => {
  const paper = paperTexts[language];
  const { down, recover, duration, not_recovered, being_confirmed } = report.history;
  expect({
    title: paper.title,
    causes: causes.map((name) => paper.causes[name]),
    history: [paper.history, paper.down, paper.back, paper.duration, paper.cause],
    open: [paper.notBack, paper.unconfirmed],
    figures: [paper.availability, paper.outages, paper.total, paper.average, paper.longest],
    good: paper.good,
    states: Object.values(paper.states),
  }).toEqual({
    title: report.paper.title,
    causes: causes.map((name) => report.cause[name]),
    history: [report.history.title, down, recover, duration, report.history.cause],
    open: [not_recovered, being_confirmed],
    figures: [
      ...[report.availability.label, report.count.label, report.total.label],
      ...[report.average.label, report.longest.label],
    ],
    good: report.good.range,
    states: [
      ...[state.up, state.mains_lost, state.contact_lost, state.internet_lost],
      ...[state.device_restarted, state.unobserved, state.unknown],
    ].map(({ word }) => word),
  });
});
