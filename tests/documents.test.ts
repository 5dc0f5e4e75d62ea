/** What a document names is there: files of the repository, and where its links lead. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { repositoryDir } from '../scripts/lib/paths.ts';
import { readPublicKey } from '../src/cli/update/minisign.ts';

/** Not in the repository: the reader makes it (docs/operating/firmware-key.md), or a build. */
const madeLater = new Set([
  ...['firmware/release-key.pub.pem', 'tests/suites-passed.json', 'web/dist', 'web/dist/fonts'],
]);
/** A file may be named without its ending. */
const endings = ['', '.ts', '.tsx', '.test.ts', '.cpp', '.h'];

const documents = ['*.md', 'docs/**/*.md', 'firmware/*.md'].flatMap((pattern) => [
  ...new Glob(pattern).scanSync(repositoryDir),
]);

const read = (path: string) => readFileSync(join(repositoryDir, path), 'utf8');

function findMissing(document: string): string[] {
  const text = read(document);
  const named = text.matchAll(/`((?:src|tests|web|scripts|firmware|docs|drizzle)\/[\w./-]+)`/g);
  const missing = [...named]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    // A word in capitals stands for any name.
    .filter((path) => !/[/]?[A-Z]{4,}/.test(path) && !madeLater.has(path))
    .filter((path) => !endings.some((ending) => existsSync(join(repositoryDir, path + ending))));
  const links = text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g);
  const broken = [...links]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(join(repositoryDir, dirname(document), link)));
  return [...missing, ...broken].map((what) => `${document}: ${what}`);
}

/** The heading of a place in a document, as GitHub makes it out of its words. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

function findLostPlaces(document: string): string[] {
  const text = read(document);
  const links = [...text.matchAll(/\]\(([^)\s#:]*\.md)?#([^)\s]+)\)/g)];
  const lost = links.filter(([, path, place = '']) => {
    const target = path === undefined ? document : join(dirname(document), path);
    const headings = read(target).matchAll(/^#+ (.*)$/gm);
    return ![...headings].some(([, heading = '']) => anchorOf(heading) === place);
  });
  return lost.map(([link]) => `${document}: ${link}`);
}

test('every place in a document that another one leads to is there', () => {
  expect(documents.flatMap(findLostPlaces)).toEqual([]);
});

test('every file that a document names is there', () => {
  expect(documents).toContain('docs/architecture.md');
  expect(documents.flatMap(findMissing)).toEqual([]);
});

test('code that a document takes from a file stands in that file', () => {
  const shown = documents.flatMap((document) => [
    ...read(document).matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm),
  ]);
  expect(shown.map(([, path]) => path)).toContain('src/modules/home/body.ts');
  for (const [, path = '', code = ''] of shown) expect(read(path)).toContain(code);
});

/** About two screens of a desk. */
const mostWords = 700;
const tasks = [
  ...['docs/{operating,channels,hardware}/*.md', 'docs/{operating,channels,first-evening}.md'],
  ...['docs/{key-card,dead-mans-switch,device-by-hand,esphome}.md'],
  ...['docs/{reverse-proxy,releasing,tasmota}.md'],
];

test('a page about a task is at most two screens long', () => {
  const lengths = tasks
    .flatMap((pattern) => [...new Glob(pattern).scanSync(repositoryDir)])
    .map((document) => ({ document, words: read(document).match(/\w\S*/g)?.length ?? 0 }));
  expect(lengths.length).toBeGreaterThan(30);
  expect(lengths.filter(({ words }) => words > mostWords)).toEqual([]);
});

test('as long as there is no key to sign releases with, nobody is told to install one', () => {
  if (readPublicKey(read('release-key.pub')) !== null) return;
  const first = [...documents, 'install.sh'].filter(
    (document) => !document.startsWith('docs/decisions/') && document !== 'CHANGELOG.md',
  );
  expect(first.filter((document) => /install\.sh \| ?(sudo )?sh/.test(read(document)))).toEqual([]);
});
