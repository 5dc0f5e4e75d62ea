import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';

/** All that a newcomer types who does without the browser: to install it, and from the bot to an alert. */
export function readFirstEvening(): string[] {
  const pages = ['docs/first-evening.md', 'docs/operating/without-a-browser.md'];
  return pages.flatMap((page) =>
    readCommandBlocks(readFileSync(join(repositoryDir, page), 'utf8')),
  );
}

/**
 * The commands that the first section of a document has its reader type: its `sh` blocks, in order.
 * @throws Error when there are none
 */
export function readCommandBlocks(markdown: string): string[] {
  const [, section = ''] = markdown.split(/^## /m);
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error('The first section has no commands');
  return blocks;
}
