import { statSync } from 'node:fs';

/**
 * Makes a command under sudo act as the user to whom the data belongs. The server runs as that user, and
 * could not open files that root made.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(stats.gid);
  process.setuid?.(stats.uid);
}
