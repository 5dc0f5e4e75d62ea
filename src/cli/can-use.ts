import { accessSync, constants } from 'node:fs';

/** Whether this user may look into a folder and write to it. */
export function canUse(dir: string): boolean {
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
