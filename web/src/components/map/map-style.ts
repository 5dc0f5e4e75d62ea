import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { type Header, TileType } from 'pmtiles';
import type { Location } from '../../../../src/domain/devices/place.ts';
import type { Language } from '../../lib/language.ts';
import type { ReadColour } from '../../lib/theme.ts';

/** What an archive of tiles says of itself. */
interface TilesFacts {
  readonly header: Pick<Header, 'tileType'>;
  /** The layers of its vector tiles. */
  readonly layers: readonly string[];
  /** Where the library asks for them. */
  readonly url: string;
}

/** How a map looks on this page. */
export interface MapLook {
  readonly language: Language;
  readonly colour: ReadColour;
  /** Names of fonts, the best first. Letters are drawn by the browser, so there is no server of glyphs. */
  readonly fonts: readonly string[];
  /** The outline of the country. */
  readonly outline: readonly Location[];
}

const streets = 'streets';

/**
 * The style of a map: the outline of the country, and on it the operator's tiles. Layers of vector tiles
 * are known by the names of the Protomaps basemap (https://docs.protomaps.com/basemaps/layers) and of
 * OpenMapTiles (https://openmaptiles.org/schema/); of others every shape is drawn.
 */
export function makeMapStyle(tiles: TilesFacts, look: MapLook): StyleSpecification {
  return {
    version: 8,
    sources: {
      outline: {
        type: 'geojson',
        data: { type: 'Feature', properties: {}, geometry: shapeOf(look.outline) },
      },
      [streets]: sourceOf(tiles),
    },
    layers: [
      {
        id: 'background',
        type: 'background',
        paint: { 'background-color': look.colour('--ground') },
      },
      {
        id: 'outline',
        type: 'fill',
        source: 'outline',
        paint: { 'fill-color': look.colour('--raised') },
      },
      {
        id: 'border',
        type: 'line',
        source: 'outline',
        paint: { 'line-color': look.colour('--strong') },
      },
      ...(isVector(tiles) ? vectorLayers(tiles.layers, look) : [rasterLayer]),
    ],
  };
}

function shapeOf(outline: readonly Location[]) {
  const ring = outline.map(({ longitude, latitude }) => [longitude, latitude]);
  return { type: 'Polygon' as const, coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

function isVector({ header: { tileType } }: TilesFacts): boolean {
  return tileType === TileType.Mvt || tileType === TileType.Mlt;
}

function sourceOf(tiles: TilesFacts): SourceSpecification {
  const { url, header } = tiles;
  if (!isVector(tiles)) return { type: 'raster', url, tileSize: 256 };
  return { type: 'vector', url, encoding: header.tileType === TileType.Mlt ? 'mlt' : 'mvt' };
}

const rasterLayer: LayerSpecification = { id: streets, type: 'raster', source: streets };

/** Draws one layer of tiles. */
type Painter = (layer: string, look: MapLook) => LayerSpecification[];

/** What a shape is, in either scheme. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ''];
const kindDetail: ExpressionSpecification = ['coalesce', ['get', 'kind_detail'], kind];

const greens = [
  ...['park', 'national_park', 'nature_reserve', 'protected_area', 'forest', 'wood', 'scrub'],
  ...['grass', 'grassland', 'meadow', 'golf_course', 'cemetery', 'orchard', 'farmland', 'garden'],
];
const highways = ['highway', 'motorway', 'trunk'];
const mainRoads = ['major_road', 'medium_road', 'primary', 'secondary'];
const paths = ['path', 'track', 'other', 'pier'];
const rails = ['rail', 'transit'];
const noRoads = ['ferry', 'aeroway', 'aerialway', ...rails];

const fill = (layer: string, colour: string): LayerSpecification => ({
  id: layer,
  type: 'fill',
  source: streets,
  'source-layer': layer,
  filter: ['==', ['geometry-type'], 'Polygon'],
  paint: { 'fill-color': colour },
});

const paintLand: Painter = (layer, { colour }) => [fill(layer, colour('--raised'))];

const paintGreen: Painter = (layer, { colour }) => [
  {
    ...fill(layer, colour('--map-green')),
    filter: ['match', kind, greens, true, false],
  } as LayerSpecification,
];

const paintWater: Painter = (layer, { colour }) => [
  fill(layer, colour('--map-water')),
  {
    id: `${layer}-lines`,
    type: 'line',
    source: streets,
    'source-layer': layer,
    minzoom: 8,
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: {
      'line-color': colour('--map-water'),
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.5, 18, 12],
    },
  },
];

const paintBuildings: Painter = (layer, { colour }) => [
  { ...fill(layer, colour('--line')), minzoom: 13 } as LayerSpecification,
];

const paintRoads: Painter = (layer, look) => [
  {
    id: `${layer}-rails`,
    type: 'line',
    source: streets,
    'source-layer': layer,
    minzoom: 9,
    filter: ['match', kind, rails, true, false],
    paint: { 'line-color': look.colour('--strong'), 'line-dasharray': [3, 3] },
  },
  {
    id: layer,
    type: 'line',
    source: streets,
    'source-layer': layer,
    filter: ['match', kind, noRoads, false, true],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': look.colour('--map-road'),
      'line-width': [
        ...(['interpolate', ['exponential', 1.6], ['zoom']] as const),
        ...[6, roadWidth(1, 0.4, 0, 0)],
        ...[12, roadWidth(3, 2, 0.8, 0.4)],
        ...[18, roadWidth(18, 14, 10, 3)],
      ] as ExpressionSpecification,
    },
  },
  {
    id: `${layer}-names`,
    type: 'symbol',
    source: streets,
    'source-layer': layer,
    minzoom: 13,
    layout: { ...nameIn(look), 'symbol-placement': 'line', 'text-size': 13 },
    paint: inkOf(look, '--muted'),
  },
];

function roadWidth(highway: number, main: number, minor: number, path: number) {
  return ['match', kind, highways, highway, mainRoads, main, paths, path, minor];
}

const paintBoundaries: Painter = (layer, { colour }) => [
  {
    id: layer,
    type: 'line',
    source: streets,
    'source-layer': layer,
    filter: [
      '<=',
      ['to-number', ['coalesce', ['get', 'kind_detail'], ['get', 'admin_level']], 2],
      4,
    ],
    paint: { 'line-color': colour('--strong'), 'line-dasharray': [3, 2], 'line-width': 0.8 },
  },
];

const paintPlaces: Painter = (layer, look) => [
  {
    id: layer,
    type: 'symbol',
    source: streets,
    'source-layer': layer,
    layout: {
      ...nameIn(look),
      'symbol-sort-key': [
        'to-number',
        ['coalesce', ['get', 'sort_key'], ['get', 'rank'], ['get', 'min_zoom']],
        10,
      ],
      'text-size': [
        'match',
        kindDetail,
        ['country', 'city'],
        17,
        ['region', 'state', 'town'],
        15,
        13,
      ],
      'text-max-width': 8,
    },
    paint: inkOf(look, '--text'),
  },
];

/** In the order in which they lie on one another. */
const painters: readonly (readonly [names: readonly string[], painter: Painter])[] = [
  [['earth'], paintLand],
  [['landcover', 'landuse', 'park'], paintGreen],
  [['water', 'waterway'], paintWater],
  [['buildings', 'building'], paintBuildings],
  [['roads', 'transportation'], paintRoads],
  [['boundaries', 'boundary'], paintBoundaries],
  [['transportation_name'], paintNames],
  [['places', 'place'], paintPlaces],
];

function vectorLayers(layers: readonly string[], look: MapLook): LayerSpecification[] {
  const known = painters.flatMap(([names, painter]) =>
    names.filter((name) => layers.includes(name)).flatMap((name) => painter(name, look)),
  );
  return known.length > 0 ? known : layers.flatMap((layer) => paintAnything(layer, look));
}

function paintAnything(layer: string, look: MapLook): LayerSpecification[] {
  const from = { source: streets, 'source-layer': layer };
  return [
    {
      ...{ id: layer, type: 'fill', ...from },
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': look.colour('--map-green'), 'fill-opacity': 0.5 },
    },
    {
      ...{ id: `${layer}-lines`, type: 'line', ...from },
      paint: { 'line-color': look.colour('--strong'), 'line-width': 0.8 },
    },
    ...paintNames(layer, look),
  ];
}

function paintNames(layer: string, look: MapLook): LayerSpecification[] {
  return [
    {
      ...{ id: `${layer}-names`, type: 'symbol', source: streets, 'source-layer': layer },
      layout: { ...nameIn(look), 'text-size': 13 },
      paint: inkOf(look, '--text'),
    },
  ];
}

function nameIn({ language, fonts }: MapLook) {
  const name: ExpressionSpecification = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', 'name'],
    '',
  ];
  return { 'text-field': name, 'text-font': [...fonts] };
}

function inkOf({ colour }: MapLook, token: '--text' | '--muted') {
  return {
    'text-color': colour(token),
    'text-halo-color': colour('--raised'),
    'text-halo-width': 1.5,
  };
}
