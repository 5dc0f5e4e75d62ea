import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import i18next from 'i18next';
import en from '../../locales/en.json';
import { describeAction } from './audit-sentence.tsx';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

/** A verb and its object, as `writeAudit` is given them, `key.transfer`: by themselves, or as a choice of several. */
const actionPattern =
  /(?:(?<=\baction: )'([a-z-]+\.[a-z-]+)'|'((?:admin|session|settings|customer|device|recipient|join|key|notification|outage|backup|firmware|channel|messenger)\.[a-z-]+)')/g;

async function readActions(): Promise<string[]> {
  const folder = `${import.meta.dir}/../../../../src`;
  const files = [...new Glob('{actions,http,cli,store,server}/**/*.ts').scanSync(folder)].filter(
    (file) => !file.includes('.test.'),
  );
  const sources = await Promise.all(files.map((file) => Bun.file(`${folder}/${file}`).text()));
  const audited = sources.filter((source) => /action/.test(source)).join('\n');
  return [
    ...new Set(
      [...audited.matchAll(actionPattern)].map(([, plain, chosen = '']) => plain ?? chosen),
    ),
  ];
}

test('every action the server writes down has words', async () => {
  const actions = await readActions();
  expect(actions).toContain('key.transfer');
  expect(actions.filter((action) => describeAction(action, i18n.t) === action)).toEqual([]);
});
