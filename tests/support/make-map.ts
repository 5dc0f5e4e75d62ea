/** Small maps in the format of operators' own: PMTiles of version 3, as its specification says. */
import { crc32, deflateSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

type Ring = readonly (readonly [longitude: number, latitude: number])[];

interface Shape {
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'LineString'; readonly coordinates: Ring }
    | { readonly type: 'Point'; readonly coordinates: readonly [number, number] };
}

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly content: Uint8Array;
}

const headerBytes = 127;
const mostZoom = 13;

/** A town on a river at 18.788, 98.985, with a road around it, in the layers of the Protomaps basemap. */
export const town: Readonly<Record<string, readonly Shape[]>> = {
  earth: [area({ kind: 'earth' }, 98.7, 18.55, 99.3, 19.05)],
  landuse: [area({ kind: 'park' }, 98.9, 18.79, 98.94, 18.83)],
  water: [area({ kind: 'river' }, 99.0, 18.55, 99.006, 19.05)],
  roads: [
    line({ kind: 'highway', name: 'ถนนวงแหวน', 'name:en': 'Ring Road' }, [
      [98.95, 18.75],
      [99.03, 18.75],
      [99.03, 18.83],
      [98.95, 18.83],
      [98.95, 18.75],
    ]),
    line({ kind: 'major_road', name: 'ถนนท่าแพ', 'name:en': 'Tha Phae Road' }, [
      [98.7, 18.788],
      [99.3, 18.788],
    ]),
    ...[18.77, 18.78, 18.8, 18.81].map((latitude) =>
      line({ kind: 'minor_road' }, [
        [98.955, latitude],
        [99.025, latitude],
      ]),
    ),
  ],
  places: [
    point(
      { kind: 'locality', kind_detail: 'city', name: 'เชียงใหม่', 'name:en': 'Chiang Mai' },
      [98.985, 18.793],
    ),
    point(
      { kind: 'locality', kind_detail: 'village', name: 'น้ำปู้', 'name:en': 'Nam Pu' },
      [99.05, 18.77],
    ),
  ],
};

const townMetadata = {
  name: 'A town',
  attribution: '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
  vector_layers: Object.keys(town).map((id) => ({ id })),
};

function area(
  properties: Shape['properties'],
  west: number,
  south: number,
  east: number,
  north: number,
): Shape {
  const ring = [
    ...[[west, south] as const, [east, south] as const],
    ...[[east, north] as const, [west, north] as const, [west, south] as const],
  ];
  return { properties, geometry: { type: 'Polygon', coordinates: [ring] } };
}

function line(properties: Shape['properties'], coordinates: Ring): Shape {
  return { properties, geometry: { type: 'LineString', coordinates } };
}

function point(properties: Shape['properties'], coordinates: readonly [number, number]): Shape {
  return { properties, geometry: { type: 'Point', coordinates } };
}

/** Vector tiles of some layers, compressed, for every zoom up to streets. */
export function drawTiles(layers: typeof town): Tile[] {
  const cut = Object.entries(layers).map(([name, shapes]) => {
    const features = shapes.map((shape) => ({ type: 'Feature' as const, ...shape }));
    const collection = { type: 'FeatureCollection' as const, features } as ConstructorParameters<
      typeof GeoJSONVT
    >[0];
    const index = new GeoJSONVT(collection, { maxZoom: mostZoom, indexMaxZoom: 0, tolerance: 1 });
    return { name, index };
  });
  const drawn: Tile[] = [];
  for (let z = 0; z <= mostZoom; z += 1) {
    for (const { x, y } of tilesWithin(z)) {
      const found = cut.flatMap(({ name, index }) => {
        const tile = index.getTile(z, x, y);
        return tile === null ? [] : [[name, tile] as const];
      });
      if (found.length === 0) continue;
      const content = Bun.gzipSync(
        new Uint8Array(fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 })),
      );
      drawn.push({ z, x, y, content });
    }
  }
  return drawn;
}

function* tilesWithin(z: number): Generator<{ x: number; y: number }> {
  const [west, north] = tileAt(98.7, 19.05, z);
  const [east, south] = tileAt(99.3, 18.55, z);
  for (let x = west; x <= east; x += 1) for (let y = north; y <= south; y += 1) yield { x, y };
}

function tileAt(longitude: number, latitude: number, z: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const part = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(part * 2 ** z)];
}

/** A tile that is a picture of one colour. */
export function paintTile(colour: number): Uint8Array {
  const pixel = [16, 8, 0].map((shift) => (colour >> shift) & 255);
  const size = new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1]);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', new Uint8Array([...size, 8, 2, 0, 0, 0])),
      pngChunk('IDAT', deflateSync(new Uint8Array([0, ...pixel]))),
      pngChunk('IEND', new Uint8Array()),
    ]),
  );
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export interface MapContent {
  readonly tiles: readonly Tile[];
  readonly metadata?: object;
  readonly tileType?: TileType;
  readonly tileCompression?: Compression;
}

/** A whole file, with one directory. */
export function packMap(content: MapContent): Uint8Array<ArrayBuffer> {
  const { tileType = TileType.Mvt, tileCompression = Compression.Gzip } = content;
  const tiles = content.tiles
    .map(({ z, x, y, content: bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id);
  const directory = Bun.gzipSync(describeTiles(tiles));
  const text = JSON.stringify(content.metadata ?? townMetadata);
  const metadata = Bun.gzipSync(new TextEncoder().encode(text));
  const data = tiles.map(({ bytes }) => bytes);
  const dataLength = data.reduce((sum, { length }) => sum + length, 0);
  const header = new DataView(new ArrayBuffer(headerBytes));
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  const metadataAt = headerBytes + directory.length;
  const dataAt = metadataAt + metadata.length;
  const numbers = [
    ...[headerBytes, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, dataLength],
    ...[tiles.length, tiles.length, tiles.length],
  ];
  for (const [index, number] of numbers.entries()) {
    header.setBigUint64(8 + index * 8, BigInt(number), true);
  }
  header.setUint8(96, 1);
  header.setUint8(97, Compression.Gzip);
  header.setUint8(98, tileCompression);
  header.setUint8(99, tileType);
  header.setUint8(100, 0);
  header.setUint8(101, mostZoom);
  for (const [index, degrees] of [98.7, 18.55, 99.3, 19.05].entries()) {
    header.setInt32(102 + index * 4, Math.round(degrees * 1e7), true);
  }
  return new Uint8Array(
    Buffer.concat([new Uint8Array(header.buffer), directory, metadata, ...data]),
  );
}

function describeTiles(tiles: readonly { readonly id: number; readonly bytes: Uint8Array }[]) {
  const numbers = [tiles.length];
  let before = 0;
  for (const { id } of tiles) {
    numbers.push(id - before);
    before = id;
  }
  for (const _ of tiles) numbers.push(1);
  for (const { bytes } of tiles) numbers.push(bytes.length);
  // The first lies at the beginning; 0: right behind the one before.
  for (const index of tiles.keys()) numbers.push(index === 0 ? 1 : 0);
  return new Uint8Array(numbers.flatMap(toVarint));
}

function toVarint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}
