import { Minus, Plus } from 'lucide-react';
import type { GeoJSONSource, Map as LibraryMap, MapOptions } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Location } from '../../../../src/domain/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { locationAt, type MapFrame, squareAround, thailand } from '../../lib/map-frame.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useColours } from '../../lib/use-theme.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { type MarkedPoint, type MarkName, markOrder, markReach, marks } from './map-marks.tsx';
import type { MapLook } from './map-style.ts';
import { type MapFile, ServerTiles } from './server-tiles.ts';

export interface TileMapProps {
  api: Api;
  file: MapFile;
  frame: MapFrame;
  points: readonly MarkedPoint[];
  /** What it shows, in words. Null: what is around it says so, and has keys for it. */
  label: string | null;
  /** False: nobody touches it. */
  isInteractive?: boolean;
  /** Somebody moved the map to this frame. */
  onMove?: (frame: MapFrame) => void;
  onTap?: (location: Location) => void;
  /** Marks that would cover one another are counted. */
  isClustered?: boolean;
  /** Somebody pressed a count: of these points. */
  onOpen?: (ids: readonly string[]) => void;
  /** The map cannot be shown: the file is wrong, or the browser cannot draw it. */
  onBroken: () => void;
  className?: string;
}

interface Shown {
  readonly map: LibraryMap;
  readonly attribution: string;
}

/** A map of streets. */
export function TileMap(props: TileMapProps) {
  const { label, isInteractive = true, points, className } = props;
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const shown = useMap(container, props);
  const { map } = shown ?? {};
  useEffect(() => {
    const canvas = map?.getCanvas();
    if (canvas === undefined) return;
    if (label === null) canvas.setAttribute('aria-hidden', 'true');
    else canvas.setAttribute('aria-label', label);
    if (!isInteractive) canvas.setAttribute('role', 'img');
    canvas.tabIndex = isInteractive && label !== null ? 0 : -1;
  }, [map, label, isInteractive]);
  useEffect(() => {
    void map?.getSource<GeoJSONSource>('points')?.setData(collect(points));
  }, [map, points]);
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-lg border border-line bg-raised',
        className,
      )}
    >
      <div ref={container} className="tile-map absolute inset-0" />
      {isInteractive && label !== null && map !== undefined && (
        <div className="absolute top-2 right-2 flex flex-col gap-1">
          <IconButton
            label={t('place.location.closer')}
            icon={Plus}
            look="secondary"
            onClick={() => void map.zoomIn()}
          />
          <IconButton
            label={t('place.location.further')}
            icon={Minus}
            look="secondary"
            onClick={() => void map.zoomOut()}
          />
        </div>
      )}
      {shown !== null && <Attribution text={shown.attribution} />}
    </div>
  );
}

function Attribution({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="absolute right-0 bottom-0 max-w-full rounded-tl-sm bg-surface px-2 py-0.5 text-muted text-xs">
      {text.includes('OpenStreetMap') ? (
        <a
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noreferrer"
          className="underline"
        >
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}

/** The library's map in a container, made anew for another file, theme or language. */
function useMap(container: RefObject<HTMLDivElement | null>, props: TileMapProps): Shown | null {
  const { api, file, frame } = props;
  const { version } = file;
  const colour = useColours();
  const language = useLanguage();
  const [shown, setShown] = useState<Shown | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const asked = useRef(frame);
  /** What is in view: what the page asked for, or what somebody moved to. */
  const inView = useRef(frame);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let isGone = false;
    let map: LibraryMap | undefined;
    const giveUp = () => {
      if (!isGone) latest.current.onBroken();
    };
    const show = async () => {
      const { openTiles } = await import('./map-library.ts');
      const source = new ServerTiles(api, version);
      const { library, attribution, styleFor } = await openTiles(source);
      if (isGone) return;
      const look = { language, colour, outline: thailand, fonts: fontsOf(element) };
      const { isInteractive = true, label } = latest.current;
      map = new library.Map({
        ...still,
        container: element,
        style: styleFor(look),
        bounds: boundsOf(inView.current),
        interactive: isInteractive,
        keyboard: label !== null,
      });
      map.touchZoomRotate.disableRotation();
      map.keyboard.disableRotation();
      map.on('error', () => {
        if (!source.isAway) giveUp();
      });
      addPoints(map, look, latest);
      followHands(map, inView, latest);
      setShown({ map, attribution });
    };
    show().catch(giveUp);
    return () => {
      isGone = true;
      setShown(null);
      map?.remove();
    };
  }, [container, api, version, language, colour]);
  useEffect(() => {
    const isAsked = isSameFrame(frame, asked.current);
    asked.current = frame;
    if (isAsked || isSameFrame(frame, inView.current)) return;
    inView.current = frame;
    shown?.map.fitBounds(boundsOf(frame), { duration: 0 });
  }, [shown, frame]);
  return shown;
}

/** North is up, and the map is flat. */
const still = {
  attributionControl: false,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  maxPitch: 0,
  renderWorldCopies: false,
} as const satisfies Partial<MapOptions>;

function followHands(
  map: LibraryMap,
  inView: { current: MapFrame },
  latest: { readonly current: TileMapProps },
): void {
  map.on('moveend', ({ originalEvent }) => {
    if (originalEvent === undefined) return;
    const { lat: latitude, lng: longitude } = map.getCenter();
    const bounds = map.getBounds();
    inView.current = squareAround({ latitude, longitude }, bounds.getNorth() - bounds.getSouth());
    latest.current.onMove?.(inView.current);
  });
  map.on('click', ({ lngLat: { lat: latitude, lng: longitude } }) => {
    latest.current.onTap?.({ latitude, longitude });
  });
  map.on('click', 'clusters', ({ features }) => {
    const { cluster_id: id, point_count: count } = features?.[0]?.properties ?? {};
    const source = map.getSource<GeoJSONSource>('points');
    if (typeof id !== 'number' || typeof count !== 'number') return;
    void source?.getClusterLeaves(id, count, 0).then((leaves) => {
      latest.current.onOpen?.(leaves.map(({ properties }) => String(properties?.['id'])));
    });
  });
  const canvas = map.getCanvas();
  map.on('mousemove', 'points', ({ features }) => {
    canvas.title = String(features?.[0]?.properties['name'] ?? '');
  });
  map.on('mouseleave', 'points', () => {
    canvas.title = '';
  });
}

function fontsOf(element: Element): string[] {
  const { fontFamily } = getComputedStyle(element);
  return fontFamily.split(',').map((name) => name.trim().replaceAll('"', ''));
}

/** How far apart marks are that do not cover one another, in pixels. */
const clusterRadius = 28;

function addPoints(
  map: LibraryMap,
  { colour, fonts }: MapLook,
  latest: { readonly current: TileMapProps },
): void {
  const pixelRatio = Math.ceil(window.devicePixelRatio);
  map.on('style.load', () => {
    // The library asks once for an image that a layer names, so all are there before the layers.
    for (const [rank, name] of markOrder.entries()) {
      map.addImage(name, drawImage(paintMark(name, colour), pixelRatio), { pixelRatio });
      const ring = drawImage(paintRing(name, colour), pixelRatio);
      map.addImage(`cluster ${rank}`, ring, { pixelRatio });
    }
    map.addSource('points', {
      type: 'geojson',
      data: collect(latest.current.points),
      ...(latest.current.isClustered === true && {
        cluster: true,
        clusterRadius,
        clusterMaxZoom: 22,
        // The library wants it above the last zoom that is clustered.
        maxzoom: 23,
        // The gravest of its marks.
        clusterProperties: { order: ['max', ['get', 'order']] },
      }),
    });
    map.addLayer({
      id: 'clusters',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': ['concat', 'cluster ', ['get', 'order']],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['to-string', ['get', 'point_count']],
        'text-font': [...fonts],
        'text-size': ['case', ['>', ['get', 'point_count'], 999], 9, 13],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': colour('--text') },
    });
    map.addLayer({
      id: 'points',
      type: 'symbol',
      source: 'points',
      filter: ['!', ['has', 'point_count']],
      layout: {
        'icon-image': ['get', 'mark'],
        'icon-allow-overlap': true,
        // No name gives way to a mark.
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'order'],
      },
    });
  });
}

/** Draws around the point of a mark. */
type Paint = (context: CanvasRenderingContext2D) => void;

function drawImage(paint: Paint, pixelRatio: number): ImageData {
  const size = 2 * markReach * pixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas');
  context.setTransform(pixelRatio, 0, 0, pixelRatio, size / 2, size / 2);
  paint(context);
  return context.getImageData(0, 0, size, size);
}

function paintMark(name: MarkName, colour: MapLook['colour']): Paint {
  const { path, fill, stroke, strokeWidth } = marks[name];
  return (context) => {
    const shape = new Path2D(path);
    if (fill !== null) {
      context.fillStyle = colour(fill);
      context.fill(shape);
    }
    if (stroke !== null) {
      context.strokeStyle = colour(stroke);
      context.lineWidth = strokeWidth;
      context.stroke(shape);
    }
  };
}

/** What a count stands in. */
function paintRing(name: MarkName, colour: MapLook['colour']): Paint {
  return (context) => {
    context.beginPath();
    context.arc(0, 0, markReach - 4, 0, 2 * Math.PI);
    context.fillStyle = colour('--surface');
    context.fill();
    context.strokeStyle = colour(marks[name].fill ?? '--strong');
    context.lineWidth = 3;
    context.stroke();
  };
}

function collect(points: readonly MarkedPoint[]) {
  return {
    type: 'FeatureCollection' as const,
    features: points.map(({ id, latitude, longitude, mark, name }) => ({
      type: 'Feature' as const,
      properties: { id, mark, name, order: markOrder.indexOf(mark) },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  };
}

function isSameFrame(one: MapFrame, other: MapFrame): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

function boundsOf({ x, y, width, height }: MapFrame): [number, number, number, number] {
  const southWest = locationAt({ x, y: y + height });
  const northEast = locationAt({ x: x + width, y });
  return [southWest.longitude, southWest.latitude, northEast.longitude, northEast.latitude];
}
