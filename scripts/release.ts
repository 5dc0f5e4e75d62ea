/**
 * Makes everything a release consists of, in dist/release:
 *
 *   npm run release -- --key ~/faiwatch.key                all targets, signed with minisign
 *   npm run release -- --unsigned --only linux-x64         some of them, to try it out
 *
 * faiwatch-<target>, SHA256SUMS and its signature, latest.json for `faiwatch update`, sbom.cdx.json,
 * install.sh and RELEASE_NOTES.md, the section of the changelog for this version. A version that the
 * changelog does not speak of is refused, and so is a key that is not the other half of release-key.pub.
 * What is signed has to have passed all suites (`npm run test:all`).
 * Bun fetches its own binaries for other targets from the npm registry.
 */
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { readPublicKey } from '../src/cli/update/minisign.ts';
import { compileExecutable, mainEntry, makeFolder, recordOrder, targets } from './build.ts';
import { buildWeb } from './build-web.ts';
import { makeBillOfMaterials } from './lib/bill-of-materials.ts';
import { findSection } from './lib/changelog.ts';
import { repositoryDir, webDistDir } from './lib/paths.ts';
import { describeRelease, putReleaseKey } from './lib/release-folder.ts';
import { assertOurKey, signFile } from './lib/sign-release.ts';
import { assertPassed } from './lib/suites-passed.ts';

const outDir = join(repositoryDir, 'dist', 'release');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    key: { type: 'string' },
    unsigned: { type: 'boolean', default: false },
  },
});
const names = targets.map((target) => ({ target, name: target.replace(/^bun-/, '') }));
const wanted = values.only?.split(',') ?? names.map(({ name }) => name);
const unknown = wanted.find((one) => names.every(({ name }) => name !== one));
if (unknown !== undefined) throw new Error(`No target is called ${unknown}`);

const notes = findSection(await readFile(join(repositoryDir, 'CHANGELOG.md'), 'utf8'), version);
const publicKey = readPublicKey(await readFile(join(repositoryDir, 'release-key.pub'), 'utf8'));
const secretKey = values.key;
if ((secretKey === undefined) !== values.unsigned) {
  throw new Error('Either --key FILE, which minisign made, or --unsigned, to try it out');
}
if (secretKey !== undefined) {
  if (version.endsWith('-dev')) throw new Error(`${version} is not released: docs/releasing.md`);
  assertPassed();
  await assertOurKey(secretKey, publicKey);
}
// Comes first, since it takes seconds and the rest takes minutes.
const billOfMaterials = await makeBillOfMaterials();
process.chdir(repositoryDir);
await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
await buildWeb(webDistDir, true);

const made = names.filter(({ name }) => wanted.includes(name));
await using folder = await makeFolder();
const startOrder = await recordOrder(folder.path);
for (const { target, name } of made) {
  const path = join(outDir, `faiwatch-${name}`);
  await compileExecutable({ entry: mainEntry, outfile: path, target, startOrder });
  await chmod(path, 0o755);
  console.log(`faiwatch-${name}: ${((await stat(path)).size / 1e6).toFixed(1)} MB`);
}

const installer = await readFile(join(repositoryDir, 'install.sh'), 'utf8');
await writeFile(
  join(outDir, 'install.sh'),
  publicKey === null ? installer : putReleaseKey(installer, publicKey),
);
await writeFile(join(outDir, 'sbom.cdx.json'), billOfMaterials);
await writeFile(join(outDir, 'RELEASE_NOTES.md'), notes);
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env;
await describeRelease(outDir, {
  version,
  targets: made.map(({ name }) => name),
  besides: ['install.sh', 'sbom.cdx.json'],
  notesUrl: repository && `${host}/${repository}/releases/tag/v${version}`,
});
if (secretKey !== undefined) await signFile(join(outDir, 'SHA256SUMS'), secretKey);
console.log(`${outDir}: FaiWatch ${version}`);
