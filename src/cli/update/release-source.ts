import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandFailed } from '../output.ts';

/**
 * The folder of a release: an https address, or a path on this machine.
 * @throws CommandFailed for any other kind of address
 */
export function locateRelease(text: string): URL {
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(text);
  const folder = isAddress ? new URL(text) : pathToFileURL(resolve(text));
  if (isAddress) assertHttps(folder);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder;
}

/**
 * Refuses plain http, where anybody on the way can answer.
 * @throws CommandFailed
 */
export function assertHttps({ href, protocol }: URL): void {
  if (protocol === 'https:') return;
  throw new CommandFailed(`${href} is not fetched: a release comes over https, or from a folder.`);
}
