/**
 * Makes everything a release consists of, in dist/release:
 *
 *   npm run release                        all targets
 *   npm run release -- --only linux-x64    some of them, to try it out
 *
 * faiwatch-<target>, SHA256SUMS, latest.json for `faiwatch update`, sbom.cdx.json, install.sh and
 * RELEASE_NOTES.md, the section of the changelog for this version. A version that the changelog does
 * not speak of is refused. Bun fetches its own binaries for other targets from the npm registry.
 */
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { compileExecutable, targets } from './build.ts';
import { buildWeb } from './build-web.ts';
import { makeBillOfMaterials } from './lib/bill-of-materials.ts';
import { findSection } from './lib/changelog.ts';
import { repositoryDir, webDistDir } from './lib/paths.ts';
import { describeRelease } from './lib/release-folder.ts';

const outDir = join(repositoryDir, 'dist', 'release');

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const names = targets.map((target) => ({ target, name: target.replace(/^bun-/, '') }));
const wanted = values.only?.split(',') ?? names.map(({ name }) => name);
const unknown = wanted.find((one) => names.every(({ name }) => name !== one));
if (unknown !== undefined) throw new Error(`No target is called ${unknown}`);

const notes = findSection(await readFile(join(repositoryDir, 'CHANGELOG.md'), 'utf8'), version);
// First, for it takes seconds and what follows takes minutes.
const billOfMaterials = await makeBillOfMaterials();
process.chdir(repositoryDir);
await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
await buildWeb(webDistDir, true);

const made = names.filter(({ name }) => wanted.includes(name));
for (const { target, name } of made) {
  const path = join(outDir, `faiwatch-${name}`);
  await compileExecutable({ entry: join(repositoryDir, 'src/cli/main.ts'), outfile: path, target });
  await chmod(path, 0o755);
  console.log(`faiwatch-${name}: ${((await stat(path)).size / 1e6).toFixed(1)} MB`);
}

await copyFile(join(repositoryDir, 'install.sh'), join(outDir, 'install.sh'));
await writeFile(join(outDir, 'sbom.cdx.json'), billOfMaterials);
await writeFile(join(outDir, 'RELEASE_NOTES.md'), notes);
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env;
await describeRelease(outDir, {
  version,
  targets: made.map(({ name }) => name),
  besides: ['install.sh', 'sbom.cdx.json'],
  notesUrl: repository && `${host}/${repository}/releases/tag/v${version}`,
});
console.log(`${outDir}: FaiWatch ${version}`);
