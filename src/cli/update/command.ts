import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { version } from '../../../package.json';
import { type Config, loadConfig } from '../../installation/config.ts';
import { findServiceData } from '../command-config.ts';
import { CommandFailed, printJson } from '../output.ts';
import { assertRoot, isSystemdRunning } from '../service/system.ts';
import { wholeNumber } from '../whole-number.ts';
import { isNewer, isToInstall } from './compare-versions.ts';
import { fetchExecutable } from './fetch-release.ts';
import { type ReleaseManifest, readManifest } from './manifest.ts';
import { readRollBack } from './real-roll-back.ts';
import { controlService } from './real-service.ts';
import { trustedKey } from './release-key.ts';
import { locateRelease } from './release-source.ts';
import { restartTo } from './restart-service.ts';
import { rollBack } from './roll-back.ts';
import { previousPath, swapIn } from './swap.ts';
import { detectTarget } from './target.ts';

interface UpdateOptions {
  readonly check?: boolean;
  readonly restart?: boolean;
  readonly url?: string;
  readonly allowOlder?: boolean;
  readonly wait: number;
  readonly data?: string;
  readonly json?: boolean;
}

export function updateCommand(): Command {
  return new Command('update')
    .description('install the newest release; never done by itself')
    .option('--check', 'only say whether there is one')
    .option(
      '--restart',
      'restart the service, and go back to the old release if the new one does not become ready',
    )
    .option('--wait <seconds>', 'how long it may take to become ready', wholeNumber(1, 3600), 300)
    .option('--url <url>', 'the folder of a release: https, or a path (default: update_url)')
    .option('--allow-older', 'also install a release that is older than this one')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Only a release that was signed with the key built into this program is taken, over https or from a
folder on this machine. The executable is fetched, checked and put in place; the one before stays as
faiwatch.previous. With --restart, the former release and its database come back if the new one
does not become ready.

Examples:
  sudo faiwatch update --check
  sudo faiwatch update --restart
`,
    )
    .action((options: UpdateOptions) => update(options));
}

async function update(options: UpdateOptions): Promise<void> {
  const config = loadConfig({ data: options.data ?? findServiceData() }, process.env);
  const folder = locateRelease(options.url ?? config.update_url);
  const release = await readManifest(folder, trustedKey(config));
  const isWanted = isToInstall(release.version, version, options.allowOlder === true);
  if (options.check || !isWanted) {
    tellNews(release, options.json === true);
    return;
  }
  if (!Bun.isStandaloneExecutable) {
    throw new CommandFailed('This runs from source; update it with git.');
  }
  if (options.restart) {
    assertRoot();
    if (!isSystemdRunning())
      throw new CommandFailed('There is no systemd here to restart it with.');
  }
  const binary = realpathSync(process.execPath);
  await install(binary, release, folder);
  const done = { version: release.version, before: version, previous: previousPath(binary) };
  if (!options.restart) {
    if (options.json) printJson({ ...done, restarted: false });
    else {
      process.stdout.write(
        `FaiWatch ${release.version} is installed; ${version} is kept as ${done.previous}.\nIt takes over with: sudo systemctl restart faiwatch\n`,
      );
    }
    return;
  }
  await restart(config, binary, release.version, options.wait);
  if (options.json) printJson({ ...done, restarted: true });
  else process.stdout.write(`FaiWatch ${release.version} runs; it was ${version} before.\n`);
}

function tellNews(release: ReleaseManifest, isJson: boolean): void {
  const { version: latest, notes_url: notes } = release;
  const isThere = isNewer(latest, version);
  if (isJson) {
    printJson({
      version,
      latest,
      update_available: isThere,
      notes_url: notes ?? null,
    });
  } else if (isThere) {
    process.stdout.write(
      `FaiWatch ${latest} is available; this is ${version}.${notes === undefined ? '' : ` What changed: ${notes}`}\n`,
    );
  } else process.stdout.write(`FaiWatch ${version} is the newest release.\n`);
}

/** Fetches an executable to the disk of the present one, tries it, and puts it in place. */
async function install(binary: string, release: ReleaseManifest, folder: URL): Promise<void> {
  const target = detectTarget();
  const wanted = release.files[target];
  if (wanted === undefined) {
    throw new CommandFailed(`Release ${release.version} has no executable for ${target}.`);
  }
  let work: string | null = null;
  try {
    // Only this user can change files in this folder, so the checked file is the one put in place.
    work = mkdtempSync(join(dirname(binary), '.faiwatch-update-'));
    const fresh = join(work, 'faiwatch');
    await fetchExecutable(folder, wanted, fresh);
    tryOut(fresh, release.version);
    swapIn(binary, fresh);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EACCES') throw error;
    throw new CommandFailed(`${dirname(binary)} may not be written by this user: use sudo.`);
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true });
  }
}

/** Checks that an executable runs on this processor and is of the expected version. */
function tryOut(fresh: string, expected: string): void {
  const tried = Bun.spawnSync([fresh, '--version'], { stderr: 'ignore', timeout: 60_000 });
  const said = tried.stdout.toString().trim();
  if (tried.exitCode !== 0) {
    throw new CommandFailed(
      'The new executable does not run on this machine; nothing was changed.',
    );
  }
  if (said !== expected) {
    throw new CommandFailed(`The new executable is ${said}, not ${expected}; nothing was changed.`);
  }
}

async function restart(
  config: Config,
  binary: string,
  next: string,
  waitSeconds: number,
): Promise<void> {
  const beganAt = Date.now();
  const service = controlService(config);
  if (await restartTo(next, service, waitSeconds)) return;
  const isBack = await rollBack({
    ...readRollBack(config, binary, beganAt),
    binary,
    version,
    service,
    waitSeconds,
  });
  throw new CommandFailed(
    isBack
      ? `FaiWatch ${next} did not become ready within ${waitSeconds} seconds; ${version} runs again. Why: journalctl -u faiwatch`
      : `FaiWatch ${next} did not become ready, and neither did ${version}. Look at: journalctl -u faiwatch, and: faiwatch doctor`,
  );
}
