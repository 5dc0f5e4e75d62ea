import { describe, expect, test } from 'bun:test';
import { EntryAssembler, type EntryHeader, encodeEntry, packPages, unpackPages } from './entry.ts';

const headerOf = (id: string): EntryHeader => ({
  ...{ id, lineage: 'l', epoch: 3, node: 'pi-1', address: null, at: 1, kind: 'pages' },
});

describe('entries', () => {
  test.each([0, 1, 951, 952, 953, 5_000])(
    'of %d bytes come whole through small messages',
    (size) => {
      const content = crypto.getRandomValues(new Uint8Array(size));
      const messages = encodeEntry({ header: headerOf('a'), content }, 3_000);
      const assembler = new EntryAssembler();
      const found = messages.map((message) => {
        expect(message.length).toBeLessThanOrEqual(3_000);
        return assembler.take(message);
      });
      expect(found.slice(0, -1).every((entry) => entry === null)).toBe(true);
      expect(found.at(-1)?.header).toEqual(headerOf('a'));
      expect(Buffer.compare(found.at(-1)?.content ?? Buffer.of(9), content)).toBe(0);
    },
  );

  test('that a deposed leader left unfinished never count', () => {
    const long = encodeEntry({ header: headerOf('a'), content: new Uint8Array(4_000) }, 3_000);
    const next = encodeEntry({ header: headerOf('b'), content: new Uint8Array(1) }, 3_000);
    const assembler = new EntryAssembler();
    for (const message of long.slice(0, -1)) expect(assembler.take(message)).toBeNull();
    expect(assembler.isWithin).toBe(true);
    expect(assembler.take(next[0] as Uint8Array)?.header.id).toBe('b');
    expect(assembler.take(long.at(-1) as Uint8Array)).toBeNull();
  });

  test('hold pages', () => {
    const pages = new Map([
      [2, new Uint8Array(4096).fill(2)],
      [9, new Uint8Array(4096).fill(9)],
    ]);
    const images = unpackPages(packPages({ pageSize: 4096, databasePages: 9, pages }));
    expect(images).toMatchObject({ pageSize: 4096, databasePages: 9 });
    expect([...images.pages]).toEqual(
      [...pages].map(([n, page]) => [n, Buffer.from(page)] as never),
    );
  });
});
