import { expect, test } from 'bun:test';
import type { PublicInfo } from '../../../src/contract/system/public-info.ts';
import { channelTitles } from '../../../src/domain/alerts/channel-titles.ts';
import { publicInfo } from '../features/landing/testing/public-info.ts';
import en from '../locales/en.json';
import th from '../locales/th.json';
import { channelsInUse, nameChannels } from './channels-in-use.ts';
import { channelWords } from './console/channel-words.ts';

const none: PublicInfo = {
  ...publicInfo,
  ...{ bot: null, line: null, email: false, sms: false, call: false, webhook: false, push: null },
};

test('only channels that are in use are named, each by its own name', () => {
  const line = { account: '@shop', link: 'https://line.me/R/ti/p/%40shop' };
  expect(nameChannels(channelsInUse(none), 'en')).toBe('');
  expect(nameChannels(channelsInUse({ ...none, line }), 'en')).toBe('LINE');
  expect(nameChannels(channelsInUse({ ...none, email: true, push: 'B' }), 'th')).toBe(
    `อีเมล, ${channelTitles.th.webpush}`,
  );
});

test.each([
  ['th', th],
  ['en', en],
] as const)('the console calls channels by the same names: %s', (language, { channels }) => {
  for (const [name, title] of Object.entries(channelTitles[language])) {
    const [, of = '', word = ''] = channelWords[name as keyof typeof channelWords].split('.');
    const words = channels[of as keyof typeof channels] as unknown as Record<string, string>;
    expect(words[word]).toBe(title);
  }
});
