/** Holds every text that people read against the glossary in docs/words.md. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../../..');
const read = (path: string) => Bun.file(join(root, path)).text();

/** Each word that the glossary forbids, as a pattern; Latin words match whole and in any case. */
async function readForbidden(): Promise<Map<string, RegExp>> {
  const rows = (await read('docs/words.md')).split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const words = cells
    .filter(([, term = '']) => !/^(term|event|-+)$/.test(term))
    .flatMap(([, , , , never = '']) => never.split(', ').filter((word) => word !== ''));
  return new Map(words.map((word) => [word, patternOf(word)]));
}

/** *Wifi* and *WiFi* are wrong where *wifi*, a name of a command, is not. */
function patternOf(word: string): RegExp {
  const isThai = /[\u0e00-\u0e7f]/.test(word);
  const isCased = /^Wi/.test(word);
  return isThai ? new RegExp(word) : new RegExp(`\\b${word}s?\\b`, isCased ? '' : 'i');
}

const sources = [
  'web/src/locales/*.json',
  'src/notify/messages/{en,th,operator-texts}.ts',
  'src/bot/texts/{en,th}.ts',
  'src/domain/duration.ts',
  'firmware/core/{portal-texts,screen-model}.cpp',
];

/** What stands between quotes, one line at a time: the values of a locale file, the texts of a program. */
async function readTexts(): Promise<readonly { place: string; text: string }[]> {
  const files = sources.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]);
  expect(files.length).toBeGreaterThanOrEqual(10);
  const texts = await Promise.all(
    files.map(async (file) => {
      const lines = (await read(file))
        .replaceAll(/^#include.*|^\s*"\w+":|\/\/.*/gm, '')
        .split('\n');
      return lines.map((line, index) => {
        const quoted = line.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [];
        return { place: `${file}:${index + 1}`, text: quoted.join(' ') };
      });
    }),
  );
  return texts.flat();
}

test('the glossary forbids words, and its patterns find them', async () => {
  const forbidden = await readForbidden();
  expect(forbidden.size).toBeGreaterThan(30);
  expect('Join the WiFi').toMatch(forbidden.get('WiFi') ?? /^$/);
  expect('wifi_ssid').not.toMatch(forbidden.get('WiFi') ?? /./);
  expect('Signed in as').toMatch(forbidden.get('signed in') ?? /^$/);
  expect('ชื่อไซต์').toMatch(forbidden.get('ไซต์') ?? /^$/);
});

test('no text uses a word that the glossary forbids', async () => {
  const forbidden = await readForbidden();
  const found = (await readTexts()).flatMap(({ place, text }) =>
    [...forbidden].filter(([, pattern]) => pattern.test(text)).map(([word]) => `${place} ${word}`),
  );
  expect(found).toEqual([]);
});
