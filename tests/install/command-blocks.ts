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
