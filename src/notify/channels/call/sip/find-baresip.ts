import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** baresip on this machine, and the folder of its modules. */
interface Baresip {
  readonly program: string;
  readonly modules: string;
}

/** Null: it is not installed, or without what is needed of it. */
export function findBaresip(): Baresip | null {
  const program = find('baresip');
  if (program === null) return null;
  const modules = folders().find((folder) => existsSync(join(folder, 'mqtt.so')));
  return modules === undefined ? null : { program, modules };
}

/** Debian has had them beside its libraries, and in the folder of its architecture. */
function folders(): string[] {
  const plain = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/usr/local/lib64'];
  const ofMachines = existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter((name) => name.includes('-linux-'))
        .map((name) => join('/usr/lib', name))
    : [];
  return [...plain, ...ofMachines].map((folder) => join(folder, 'baresip', 'modules'));
}

function find(program: string): string | null {
  return Bun.which(program, { PATH: process.env['PATH'] ?? '' });
}
