/**
 * Makes everything a release consists of, in dist/release:
 *
 *   npm run release                        all targets
 *   npm run release -- --only linux-x64    some of them, to try it out
 *
 * faiwatch-<target>, SHA256SUMS, latest.json for `faiwatch update`, sbom.cdx.json, install.sh and
 * RELEASE_NOTES.md, the section of the changelog for this version. A dirty version, one the changelog
 * does not speak of, is refused.
 */
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { compileExecutable, targets } from './build.ts';
import { buildWeb } from './build-web.ts';
import { findSection } from './lib/changelog.ts';
import { repositoryDir, webDistDir } from './lib/paths.ts';

const outDir = join(repositoryDir, 'dist', 'release');

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const names = targets.map((target) => ({ target, name: target.replace(/^bun-/, '') }));
const wanted = values.only?.split(',') ?? names.map(({ name }) => name);
const unknown = wanted.find((one) => names.every(({ name }) => name !== one));
if (unknown !== undefined) throw new Error(`No target is called ${unknown}`);

const notes = findSection(await readFile(join(repositoryDir, 'CHANGELOG.md'), 'utf8'), version);
process.chdir(repositoryDir);
await rm(outDir, { recursive: true, force: true });
await mkdir(outDir, { recursive: true });
await buildWeb(webDistDir, true);

const files: Record<string, { file: string; sha256: string; bytes: number }> = {};
for (const { target, name } of names.filter((one) => wanted.includes(one.name))) {
  const file = `faiwatch-${name}`;
  const path = join(outDir, file);
  await compileExecutable({ entry: join(repositoryDir, 'src/cli/main.ts'), outfile: path, target });
  await chmod(path, 0o755);
  files[name] = { file, ...(await digest(path)) };
  console.log(`${file}: ${((files[name]?.bytes ?? 0) / 1e6).toFixed(1)} MB`);
}

await copyFile(join(repositoryDir, 'install.sh'), join(outDir, 'install.sh'));
await writeFile(join(outDir, 'sbom.cdx.json'), await makeBillOfMaterials());
await writeFile(join(outDir, 'RELEASE_NOTES.md'), notes);
await writeFile(join(outDir, 'latest.json'), `${JSON.stringify({ version, files }, null, 2)}\n`);
const summed = [
  ...Object.values(files).map(({ file }) => file),
  ...['install.sh', 'latest.json', 'sbom.cdx.json'],
];
const sums: string[] = [];
for (const file of summed) sums.push(`${(await digest(join(outDir, file))).sha256}  ${file}\n`);
await writeFile(join(outDir, 'SHA256SUMS'), sums.join(''));
console.log(`${outDir}: FaiWatch ${version}`);

async function digest(path: string): Promise<{ sha256: string; bytes: number }> {
  const content = Bun.file(path);
  const hash = new Bun.CryptoHasher('sha256');
  for await (const chunk of content.stream()) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes: content.size };
}

/** What the executable is made of, as CycloneDX; npm reads it from the lock file. */
async function makeBillOfMaterials(): Promise<string> {
  const npm = Bun.spawn(
    [
      'npm',
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--package-lock-only',
    ],
    { cwd: repositoryDir, stdout: 'pipe', stderr: 'inherit' },
  );
  const text = await new Response(npm.stdout).text();
  if ((await npm.exited) !== 0) throw new Error('npm sbom failed');
  return text;
}
