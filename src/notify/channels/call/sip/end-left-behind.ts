import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetTimer } from '../../../../domain/instant.ts';
import { removeLine } from './baresip-line.ts';

const lookEveryMs = 100;
/** So often is it looked before a process is ended by force. */
const patience = 30;

/**
 * Ends lines that an earlier run left behind, as after `kill -9`, so that no phone rings for a call that nobody
 * knows of. They are told to at once; what is left of them is gone when this resolves.
 * @param folder of lines, none of which is ours yet
 * @returns how many were still there
 */
export async function endLeftBehind(folder: string, setTimer: SetTimer): Promise<number> {
  const found = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const running = found.flatMap((line) => {
    const pid = findProcess(line);
    if (pid !== null) end(pid, 'SIGTERM');
    return pid === null ? [] : [{ line, pid }];
  });
  const isThere = () => running.some(({ line }) => findProcess(line) !== null);
  for (let looks = 0; looks < 2 * patience && isThere(); looks += 1) {
    if (looks === patience) for (const { pid } of running) end(pid, 'SIGKILL');
    await new Promise<void>((resolve) => void setTimer(lookEveryMs, resolve));
  }
  found.forEach(removeLine);
  return running.length;
}

function end(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, or is another user's, as of a command that was run as root.
  }
}

/** The process of a line. Null: there is none, or its number is another's by now. */
function findProcess(line: string): number | null {
  try {
    const pid = Number(readFileSync(join(line, 'pid'), 'utf8'));
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(line) ? pid : null;
  } catch {
    return null;
  }
}
