import { statSync } from 'node:fs';

/**
 * Under sudo a command becomes the user to whom the data belongs: whatever file it made as root, the
 * server, which is that user, could not open.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(stats.gid);
  process.setuid?.(stats.uid);
}
