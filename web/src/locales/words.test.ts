/** Holds every text that people read against the glossary in docs/words.md. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../../..');
const read = (path: string) => Bun.file(join(root, path)).text();
const filesOf = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]);

interface Place {
  readonly place: string;
  readonly text: string;
}

/** Each word that the glossary forbids, as a pattern; with the documents, those that they may use. */
async function readForbidden(): Promise<{
  readonly forbidden: Map<string, RegExp>;
  readonly inDocuments: ReadonlySet<string>;
}> {
  const rows = (await read('docs/words.md')).split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const nevers = cells
    .filter(([, term = '']) => !/^(term|event|-+)$/.test(term))
    .flatMap(([, , , , never = '']) => never.split(', ').filter((word) => word !== ''));
  const exempt = / \(but in documents\)$/;
  const word = (never: string) => never.replace(exempt, '');
  return {
    forbidden: new Map(nevers.map((never) => [word(never), patternOf(word(never))])),
    inDocuments: new Set(nevers.filter((never) => exempt.test(never)).map(word)),
  };
}

/**
 * Latin words match whole, and not as a part of a program's name: `t.recipient`. With a capital letter they
 * match as they stand: *Wifi* and *WiFi* are wrong where *wifi*, a name of a command, is not.
 */
function patternOf(word: string): RegExp {
  const isThai = /[\u0e00-\u0e7f]/.test(word);
  const isCased = /[A-Z]/.test(word);
  return isThai ? new RegExp(word) : new RegExp(`(?<![\\w.])${word}s?\\b`, isCased ? '' : 'i');
}

/** Keeps the lines where they are. */
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** The values of a locale file, and whatever stands between quotes in the firmware's texts. */
async function readQuoted(patterns: readonly string[]): Promise<readonly Place[]> {
  const texts = filesOf(patterns).map(async (file) => {
    const lines = (await read(file)).replaceAll(/^#include.*|^\s*"\w+":|\/\/.*/gm, '').split('\n');
    return lines.map((line, index) => {
      const quoted = line.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [];
      return { place: `${file}:${index + 1}`, text: quoted.join(' ') };
    });
  });
  return (await Promise.all(texts)).flat();
}

/** The sentences of the program: strings of more than one word that are no SQL. */
async function readSentences(): Promise<readonly Place[]> {
  const files = filesOf(['src/**/*.ts']).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const tokens =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  const texts = files.map(async (file) => {
    const source = await read(file);
    return [...source.matchAll(tokens)]
      .map(({ 0: text, index }) => ({ text, line: source.slice(0, index).split('\n').length }))
      .filter(({ text }) => !text.startsWith('/') && /\s/.test(text))
      .filter(({ text }) => !/\b(SELECT|UPDATE|DELETE|INSERT|JOIN|FROM|WHERE)\b|_\w+, /.test(text))
      .map(({ text, line }) => ({ place: `${file}:${line}`, text }));
  });
  return (await Promise.all(texts)).flat();
}

/** The prose of the documents: without code, and without where links lead. */
async function readDocuments(): Promise<readonly Place[]> {
  const files = filesOf(['*.md', 'docs/**/*.md', 'firmware/README.md']);
  const texts = files
    .filter((file) => file !== 'docs/words.md')
    .map(async (file) => {
      const prose = (await read(file))
        .replaceAll(/^```[\s\S]*?^```/gm, blank)
        .replaceAll(/`[^`\n]*`/g, blank)
        .replaceAll(/\]\([^)\n]*\)/g, ']');
      return prose.split('\n').map((text, index) => ({ place: `${file}:${index + 1}`, text }));
    });
  return (await Promise.all(texts)).flat();
}

function findForbidden(texts: readonly Place[], forbidden: ReadonlyMap<string, RegExp>): string[] {
  return texts.flatMap(({ place, text }) =>
    [...forbidden].filter(([, pattern]) => pattern.test(text)).map(([word]) => `${place} ${word}`),
  );
}

test('the glossary forbids words, and its patterns find them', async () => {
  const { forbidden, inDocuments } = await readForbidden();
  expect(forbidden.size).toBeGreaterThan(30);
  expect('Join the WiFi').toMatch(forbidden.get('WiFi') ?? /^$/);
  expect('wifi_ssid').not.toMatch(forbidden.get('WiFi') ?? /./);
  expect('Signed in as').toMatch(forbidden.get('signed in') ?? /^$/);
  expect('ชื่อไซต์').toMatch(forbidden.get('ไซต์') ?? /^$/);
  expect([...inDocuments]).toEqual(['portal']);
});

test('no text of a page, a board or the program uses a word that the glossary forbids', async () => {
  const { forbidden } = await readForbidden();
  const quoted = await readQuoted([
    'web/src/locales/*.json',
    'web/src/modules/*/*.json',
    'firmware/core/{portal-texts,screen-model}.cpp',
  ]);
  const sentences = await readSentences();
  // Of each kind of source, something was read.
  for (const part of ['locales/th', 'locales/en', 'portal-texts', 'screen-model']) {
    expect(quoted.some(({ place, text }) => place.includes(part) && text !== '')).toBe(true);
  }
  for (const part of [
    'src/bot/texts/',
    'src/notify/messages/',
    'src/cli/',
    'src/http/',
    'domain/',
  ]) {
    expect(sentences.some(({ place }) => place.includes(part))).toBe(true);
  }
  expect(findForbidden([...quoted, ...sentences], forbidden)).toEqual([]);
});

test('no document uses a word that the glossary forbids', async () => {
  const { forbidden, inDocuments } = await readForbidden();
  for (const word of inDocuments) forbidden.delete(word);
  const documents = await readDocuments();
  for (const part of ['README.md', 'CHANGELOG.md', 'docs/operating.md', 'docs/decisions/']) {
    expect(documents.some(({ place }) => place.startsWith(part))).toBe(true);
  }
  expect(findForbidden(documents, forbidden)).toEqual([]);
});
