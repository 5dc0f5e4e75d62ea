import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { Compression, TileType } from 'pmtiles';
import { drawTiles, packMap, town } from '../../tests/support/make-map.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { readMapFile } from './map-file.ts';
import { mapPath } from './paths.ts';

const tiles = drawTiles(town);
const whole = packMap({ tiles });

function problemOf(content: Uint8Array) {
  const dir = tempDir('map');
  writeFileSync(mapPath(dir), content);
  return readMapFile(dir)?.problem;
}

describe('a map', () => {
  test('need not be there', () => {
    expect(readMapFile(tempDir('map'))).toBeNull();
  });

  test('of whatever tiles browsers read is fine, and another one has another name', () => {
    const dir = tempDir('map');
    writeFileSync(mapPath(dir), whole);
    const first = readMapFile(dir);
    expect(first).toMatchObject({ path: mapPath(dir), size: whole.length, problem: null });
    writeFileSync(mapPath(dir), packMap({ tiles: tiles.slice(1) }));
    expect(readMapFile(dir)?.version).not.toBe(first?.version);
    for (const tileType of [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif]) {
      expect(problemOf(packMap({ tiles, tileType, tileCompression: Compression.None }))).toBeNull();
    }
  });

  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'foreign'],
    ['a file of something else', new TextEncoder().encode('SQLite format 3'), 'foreign'],
    ['one of version 2', new TextEncoder().encode('PM\u0002\u0000 and more'), 'foreign'],
    ['one without its end', whole.subarray(0, whole.length - 1), 'cut_short'],
    ['one without its beginning’s end', whole.subarray(0, 100), 'cut_short'],
    ['one of unknown tiles', packMap({ tiles, tileType: 77 as TileType }), 'tiles'],
    ['one of no tiles', packMap({ tiles, tileType: TileType.Unknown }), 'tiles'],
    ['one with zstd', packMap({ tiles, tileCompression: Compression.Zstd }), 'tiles'],
  ])('is not %s', (_, content, problem) => {
    expect(problemOf(content)).toBe(problem as ReturnType<typeof problemOf>);
  });

  test('is no pipe, which would be waited for', () => {
    const dir = tempDir('map');
    Bun.spawnSync(['mkfifo', mapPath(dir)]);
    // A process of its own: waiting for a pipe, this one would end by no time-out.
    const script = `import { readMapFile } from '${import.meta.dir}/map-file.ts';
      console.log(readMapFile('${dir}')?.problem);`;
    const { stdout } = Bun.spawnSync([process.execPath, '-e', script], { timeout: 20_000 });
    expect(stdout.toString()).toBe('unreadable\n');
  }, 30_000);

  test('is no folder, and has to be readable', () => {
    const dir = tempDir('map');
    mkdirSync(mapPath(dir));
    expect(readMapFile(dir)?.problem).toBe('unreadable');
    const other = tempDir('map');
    writeFileSync(mapPath(other), whole);
    chmodSync(mapPath(other), 0o000);
    // Root reads everything.
    expect(readMapFile(other)?.problem).toBe(process.getuid?.() === 0 ? null : 'unreadable');
  });
});
