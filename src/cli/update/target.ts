import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The name under which a release has the executable for this machine; install.sh tells them apart in
 * the same way.
 */
export function detectTarget(): string {
  return describeTarget({
    arch: process.arch,
    isMusl: existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl-')),
    cpuinfo: existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : '',
  });
}

/** @param machine `cpuinfo`: what Linux says of the processor */
export function describeTarget(machine: {
  readonly arch: string;
  readonly isMusl: boolean;
  readonly cpuinfo: string;
}): string {
  const isOld = machine.arch === 'x64' && !/\bavx2\b/.test(machine.cpuinfo);
  return `linux-${machine.arch}${isOld ? '-baseline' : ''}${machine.isMusl ? '-musl' : ''}`;
}
