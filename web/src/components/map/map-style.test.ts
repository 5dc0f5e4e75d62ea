import { describe, expect, test } from 'bun:test';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { TileType } from 'pmtiles';
import { thailand } from '../../lib/map-frame.ts';
import { makeMapStyle } from './map-style.ts';

const look = {
  language: 'th',
  colour: () => '#123456',
  fonts: ['A font', 'sans-serif'],
  outline: thailand,
} as const;

function styleOf(layers: readonly string[], tileType = TileType.Mvt) {
  return makeMapStyle({ header: { tileType }, layers, url: 'pmtiles://1-2' }, look);
}

/** The layers of tiles that a style draws. */
function drawn(style: ReturnType<typeof styleOf>): Set<unknown> {
  return new Set(
    style.layers.flatMap((layer) => ('source-layer' in layer ? layer['source-layer'] : [])),
  );
}

const protomaps = [
  ...['earth', 'landcover', 'landuse', 'water', 'buildings', 'roads', 'boundaries', 'places'],
  'pois',
];
const openMapTiles = [
  ...['water', 'waterway', 'landcover', 'landuse', 'park', 'building', 'transportation'],
  ...['transportation_name', 'boundary', 'place', 'poi', 'housenumber'],
];

describe('the style of a map', () => {
  test.each([
    ['Protomaps', styleOf(protomaps)],
    ['OpenMapTiles', styleOf(openMapTiles)],
    ['somebody else', styleOf(['parcels', 'ways'])],
    ['newer tiles', styleOf(protomaps, TileType.Mlt)],
    ['pictures', styleOf([], TileType.Webp)],
  ])('is one for %s', (_, style) => {
    expect(validateStyleMin(style)).toEqual([]);
    const ids = style.layers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('draws the layers it knows, and all of those where it knows none', () => {
    const known = protomaps.filter((name) => name !== 'pois');
    expect(drawn(styleOf(protomaps))).toEqual(new Set(known));
    expect(drawn(styleOf(openMapTiles)).has('poi')).toBe(false);
    expect(drawn(styleOf(['parcels', 'ways']))).toEqual(new Set(['parcels', 'ways']));
  });

  test('has names above everything else, in the language of the page', () => {
    const style = styleOf(protomaps);
    const last = style.layers.at(-1);
    expect(last).toMatchObject({ type: 'symbol', 'source-layer': 'places' });
    expect(JSON.stringify(last)).toContain('name:th');
  });

  test('asks nobody for letters, signs or pictures', () => {
    for (const style of [styleOf(protomaps), styleOf([], TileType.Png)]) {
      expect(style).not.toHaveProperty('glyphs');
      expect(style).not.toHaveProperty('sprite');
      expect(JSON.stringify(style)).not.toMatch(/https?:/);
    }
  });
});
