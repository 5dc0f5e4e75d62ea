import { expect, test } from 'bun:test';
import { settableChannels, settingsOf } from '../../../../src/contract/system/channel-settings.ts';
import { settingWords } from './setting-words.ts';

test.each(settableChannels)('every setting of %s that the console asks for has words', (name) => {
  const asked = settingsOf(name).flatMap(({ field, isFileOnly }) => (isFileOnly ? [] : [field]));
  expect(Object.keys(settingWords[name].fields).sort()).toEqual(asked.sort());
});
