import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, roundLocation } from '../../../../src/domain/devices/place.ts';
import {
  countryFrame,
  locationAt,
  type MapFrame,
  outlinePath,
  pointOf,
  squareAround,
  stepFrom,
} from '../../lib/map-frame.ts';
import { Button } from '../ui/button.tsx';
import { GridLines } from './grid-lines.tsx';

interface PointMapProps {
  value: Location | null;
  onChange: (location: Location) => void;
  isDisabled: boolean;
}

/** In degrees of latitude: about 2 km, and the country with a margin. */
const least = 0.02;
const most = Math.max(countryFrame.width, countryFrame.height);
/** A tap comes so many times nearer, a button half of it. */
const tapZoom = 4;
const buttonZoom = 2;
/** An arrow moves the mark by this part of what is shown; never less than what is stored tells apart. */
const stepPart = 1 / 40;
const leastStep = 0.001;

const arrows: Readonly<Record<string, { north: number; east: number }>> = {
  ArrowUp: { north: 1, east: 0 },
  ArrowDown: { north: -1, east: 0 },
  ArrowLeft: { north: 0, east: -1 },
  ArrowRight: { north: 0, east: 1 },
};

/**
 * Sets a point by taps, each of which comes nearer, or by keys. Every point is rounded before anything is
 * done with it.
 */
export function PointMap({ value, onChange, isDisabled }: PointMapProps) {
  const { t } = useTranslation();
  const [middle, setMiddle] = useState(value ?? locationAt(middleOf(countryFrame)));
  const [height, setHeight] = useState(value === null ? most : 16 * least);
  const frame = squareAround(middle, height);
  const zoom = (factor: number) => {
    setHeight(Math.min(most, Math.max(least, height / factor)));
    if (value !== null) setMiddle(value);
  };
  const put = (location: Location) => {
    onChange(location);
    setMiddle(location);
  };
  const tap = (event: MouseEvent<SVGSVGElement>) => {
    const toDrawing = event.currentTarget.getScreenCTM()?.inverse();
    if (isDisabled || toDrawing === undefined) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(toDrawing);
    put(roundLocation(locationAt(at)));
    setHeight(Math.max(least, height / tapZoom));
  };
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    const factor = { '+': buttonZoom, '=': buttonZoom, '-': 1 / buttonZoom }[event.key];
    if (isDisabled || (arrow === undefined && factor === undefined)) return;
    event.preventDefault();
    if (factor !== undefined) zoom(factor);
    if (arrow === undefined) return;
    const step = Math.max(leastStep, height * stepPart);
    put(stepFrom(value ?? middle, { north: arrow.north * step, east: arrow.east * step }));
  };
  return (
    <div className="mt-3">
      <div
        role="application"
        aria-label={t('place.location.map_label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        onKeyDown={press}
        className="h-72 overflow-hidden rounded-lg border border-line bg-ground"
      >
        <svg
          aria-hidden="true"
          viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
          onClick={tap}
          className="h-full w-full cursor-crosshair touch-manipulation"
        >
          <path
            d={outlinePath}
            className="fill-raised stroke-strong"
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
          <GridLines frame={frame} />
          {value !== null && <Mark at={value} frame={frame} />}
        </svg>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          disabled={isDisabled || height <= least}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => zoom(buttonZoom)}
        >
          {t('place.location.closer')}
        </Button>
        <Button
          look="secondary"
          size="small"
          disabled={isDisabled || height >= most}
          icon={<Minus aria-hidden="true" className="size-4" />}
          onClick={() => zoom(1 / buttonZoom)}
        >
          {t('place.location.further')}
        </Button>
      </div>
      <p className="mt-2 text-muted text-sm">{t('place.location.map_hint')}</p>
    </div>
  );
}

function Mark({ at, frame }: { at: Location; frame: MapFrame }) {
  const { x, y } = pointOf(at);
  const unit = frame.height / 288;
  return (
    <g
      transform={`translate(${x} ${y}) scale(${unit})`}
      className="fill-none stroke-accent"
      strokeWidth={2.5}
    >
      <circle r={9} />
      <path d="M0,-16V-5M0,5V16M-16,0H-5M5,0H16" />
    </g>
  );
}

function middleOf({ x, y, width, height }: MapFrame): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
