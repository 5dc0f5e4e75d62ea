import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { repositoryDir, webDir } from './paths.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * Moves what goes into the executable among the dependencies, and drops the other tools: the pages'
 * packages, which are development dependencies because the server does without them, and Bun itself.
 * @param sources the texts of the pages' files
 */
export function keepShipped(manifest: Manifest, sources: Iterable<string>): Manifest {
  const { dependencies, devDependencies } = manifest;
  const named = new Set(['bun']);
  for (const source of sources) {
    for (const [, specifier = ''] of source.matchAll(/["'(]([@a-z][\w.@/-]*)["')]/g)) {
      named.add(
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  const shipped = Object.entries(devDependencies).filter(([name]) => named.has(name));
  const kept = Object.fromEntries([...Object.entries(dependencies), ...shipped]);
  return { ...manifest, dependencies: kept, devDependencies: {} };
}

const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];

/** What the executable is made of, as CycloneDX; npm reads it from the lock file. */
export async function makeBillOfMaterials(): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'faiwatch-sbom-'));
  // npm takes the name of the folder for the name of what is described.
  const dir = join(work, 'faiwatch');
  try {
    await mkdir(dir);
    const manifest = JSON.parse(await readFile(join(repositoryDir, 'package.json'), 'utf8'));
    const shipped = keepShipped(manifest, await readPages());
    await writeFile(join(dir, 'package.json'), JSON.stringify(shipped));
    await copyFile(join(repositoryDir, 'package-lock.json'), join(dir, 'package-lock.json'));
    // Some of the tools have needs among themselves that npm finds fault with; they are not shipped.
    await runNpm(dir, 'prune', '--package-lock-only', '--offline', '--ignore-scripts');
    return await runNpm(dir, 'sbom', '--package-lock-only', ...format);
  } finally {
    await rm(work, { recursive: true });
  }
}

async function readPages(): Promise<string[]> {
  const globs = ['*.html', 'src/**/*.{ts,tsx,css}'];
  const files = globs.flatMap((glob) => [...new Glob(glob).scanSync(webDir)]);
  const pages = files.filter((file) => !/\.test\.tsx?$/.test(file));
  return Promise.all(pages.map((file) => readFile(join(webDir, file), 'utf8')));
}

async function runNpm(cwd: string, ...args: string[]): Promise<string> {
  const npm = Bun.spawn(['npm', ...args], { cwd, stdout: 'pipe', stderr: 'inherit' });
  const text = await new Response(npm.stdout).text();
  if ((await npm.exited) !== 0) throw new Error(`npm ${args[0]} failed`);
  return text;
}
