import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The name of the executable for this machine in a release. install.sh uses the same rules.
 */
export function detectTarget(): string {
  return describeTarget({
    arch: process.arch,
    isMusl: !glibcLoaders.some((loader) => existsSync(loader)) && hasMuslLoader(),
    cpuinfo: existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '',
  });
}

/** Loaders of glibc. A system with one of them uses glibc, even if musl is installed, too. */
const glibcLoaders = ['/lib/ld-linux-aarch64.so.1', '/lib64/ld-linux-x86-64.so.2'];

function hasMuslLoader(): boolean {
  return existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
}

/** @param machine `cpuinfo`: the text of /proc/cpuinfo */
export function describeTarget(machine: {
  readonly arch: string;
  readonly isMusl: boolean;
  readonly cpuinfo: string;
}): string {
  const isOld = machine.arch === 'x64' && !/\bavx2\b/.test(machine.cpuinfo);
  return `linux-${machine.arch}${isOld ? '-baseline' : ''}${machine.isMusl ? '-musl' : ''}`;
}
