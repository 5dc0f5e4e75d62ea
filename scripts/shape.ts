/**
 * Counts how large the program is and how far a reader has to go, and writes it into docs/architecture.md beside
 * what it was and what is wanted: npm run shape
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryDir } from './lib/paths.ts';
import { makeRunFolder } from './lib/run-folder.ts';
import { countLines, findNeedlessExports, isProduction, readSources } from './shape/sources.ts';

interface Walks {
  readonly loss: readonly string[];
  readonly heartbeat: readonly string[];
  readonly renewal: readonly string[];
}

/** Counted by this script on the tree of 23 November 2026. */
const before = {
  lines: '129,453',
  linesOfSrc: '83,650',
  linesWithoutModules: '83,650',
  filesOfWeb: '885',
  shortFiles: '37 %',
  needlessExports: '295',
  decisions: '79',
  loss: '70',
  heartbeat: '22',
  renewal: '25',
};

const goal: Readonly<Record<keyof typeof before, string>> = {
  lines: '≤ 120,000',
  linesOfSrc: '≤ 77,000',
  linesWithoutModules: '≤ 68,000',
  filesOfWeb: '≤ 600',
  shortFiles: '',
  needlessExports: '0',
  decisions: '≤ 45',
  loss: '≤ 28',
  heartbeat: '≤ 13',
  renewal: '≤ 20',
};

const titles: Readonly<Record<keyof typeof before, string>> = {
  lines: 'lines of production code, `src` and `web/src`',
  linesOfSrc: 'of these `src`',
  linesWithoutModules: 'of these without modules',
  filesOfWeb: 'files of `web/src`',
  shortFiles: 'of these under 30 lines',
  needlessExports: 'exports that only their own file uses',
  decisions: 'decisions',
  loss: 'files of `src` from a POWER_DOWN over MQTT to the messenger',
  heartbeat: 'files of `src` that a heartbeat over MQTT passes',
  renewal: "files of `src` from a renewal's request to its row in the audit log",
};

/** In a process and a folder of its own, since it replaces what is imported. */
function walk(): Walks {
  const folder = makeRunFolder(tmpdir());
  try {
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [process.execPath, join(import.meta.dir, 'shape', 'walks.ts')],
      { env: { ...process.env, TMPDIR: folder } },
    );
    if (exitCode !== 0) throw new Error(`The walks failed: ${stderr}`);
    return JSON.parse(stdout.toString());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a module's own folder; the list and the port are the core's. */
function isOfModule(path: string): boolean {
  return /^src\/modules\/\w+\//.test(path);
}

function count(): Record<keyof typeof before, string> {
  const sources = readSources('src', 'web', 'scripts', 'tests');
  const production = sources.filter(isProduction);
  const lines = (of: typeof production) =>
    of.reduce((sum, source) => sum + countLines(source), 0).toLocaleString('en-GB');
  const ofServer = production.filter(({ path }) => path.startsWith('src/'));
  const ofWeb = production.filter(({ path }) => path.startsWith('web/'));
  const short = ofWeb.filter((source) => countLines(source) < 30);
  const { loss, heartbeat, renewal } = walk();
  return {
    lines: lines(production),
    linesOfSrc: lines(ofServer),
    linesWithoutModules: lines(ofServer.filter(({ path }) => !isOfModule(path))),
    filesOfWeb: String(ofWeb.length),
    shortFiles: `${Math.round((100 * short.length) / ofWeb.length)} %`,
    needlessExports: String(findNeedlessExports(sources).length),
    decisions: String(readdirSync(join(repositoryDir, 'docs', 'decisions')).length),
    loss: String(loss.length),
    heartbeat: String(heartbeat.length),
    renewal: String(renewal.length),
  };
}

const now = count();
const table = [
  '| | 23 November 2026 | now | goal |',
  '|---|---|---|---|',
  ...Object.keys(titles).map((name) => {
    const key = name as keyof typeof before;
    return `| ${titles[key]} | ${before[key]} | ${now[key]} | ${goal[key]} |`;
  }),
].join('\n');
console.log(table);

const path = join(repositoryDir, 'docs', 'architecture.md');
const document = readFileSync(path, 'utf8');
const place = /(<!-- npm run shape writes this table -->\n\n)(?:\|.*\n)*/;
if (!place.test(document)) throw new Error(`${path} has no place for the table`);
writeFileSync(
  path,
  document.replace(place, (_, head: string) => `${head}${table}\n`),
);
