import { expect, test } from 'bun:test';
import i18next from 'i18next';
import en from '../../locales/en.json';
import { nameActor } from './name-actor.ts';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

test.each([
  ['admin:nok', 'nok'],
  ['token:billing', 'Program billing'],
  ['customer:17', 'Customer 17'],
  ['bot:7001234', 'Chat 7001234'],
  ['bot', 'Recipient'],
  ['home:17', 'Home Assistant of customer 17'],
  ['home:operator', 'Home Assistant of the operator'],
  ['cli', 'Command line'],
  ['first start', 'First start'],
  ['schedule', 'The schedule'],
  ['of a later release', 'of a later release'],
])('%s is called %s', (actor, name) => {
  expect(nameActor(actor, i18n.t)).toBe(name);
});
