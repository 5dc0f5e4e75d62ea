import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  type LucideIcon,
  Minus,
  Plus,
} from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { type Location, roundLocation } from '../../../../src/domain/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { useTranslation } from '../../lib/i18n.ts';
import {
  countryFrame,
  locationAt,
  type MapFrame,
  outlinePath,
  pointOf,
  squareAround,
  stepFrom,
} from '../../lib/map-frame.ts';
import { useElementWidth } from '../../lib/use-element-width.ts';
import { type MarkedPoint, MarkShape } from '../map/map-marks.tsx';
import { StreetMap } from '../map/street-map.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { GridLines } from './grid-lines.tsx';

interface PointMapProps {
  api: Api;
  value: Location | null;
  onChange: (location: Location) => void;
  isDisabled: boolean;
}

/** In degrees of latitude: about 2 km, and the country with a margin. */
const least = 0.02;
const most = Math.max(countryFrame.width, countryFrame.height);
/** Of the drawing: `h-72`. */
const heightPx = 288;
/** A tap on the outline comes so many times nearer, a button half of it. */
const tapZoom = 4;
const buttonZoom = 2;
/** A step moves the mark by this part of what is shown; never less than what is stored tells apart. */
const stepPart = 1 / 40;
const leastStep = 0.001;

const steps = [
  { key: 'ArrowLeft', label: 'place.location.west', icon: ArrowLeft, north: 0, east: -1 },
  { key: 'ArrowUp', label: 'place.location.north', icon: ArrowUp, north: 1, east: 0 },
  { key: 'ArrowDown', label: 'place.location.south', icon: ArrowDown, north: -1, east: 0 },
  { key: 'ArrowRight', label: 'place.location.east', icon: ArrowRight, north: 0, east: 1 },
] as const;

/** Sets a point by taps or by buttons. Every point is rounded before anything is done with it. */
export function PointMap({ api, value, onChange, isDisabled }: PointMapProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const [frame, setFrame] = useState(() =>
    value === null
      ? squareAround(locationAt(middleOf(countryFrame)), most)
      : squareAround(value, 16 * least),
  );
  const middle = value ?? locationAt(middleOf(frame));
  const points = useMemo(() => (value === null ? [] : [markPlace(value)]), [value]);
  const show = (around: Location, height: number) =>
    setFrame(squareAround(around, Math.min(most, Math.max(least, height))));
  const zoom = (factor: number) => show(middle, frame.height / factor);
  const step = ({ north, east }: { north: number; east: number }) => {
    const length = Math.max(leastStep, frame.height * stepPart);
    const to = stepFrom(middle, { north: north * length, east: east * length });
    onChange(to);
    show(to, frame.height);
  };
  const press = (event: KeyboardEvent) => {
    const wanted = steps.find(({ key }) => key === event.key);
    const factor = { '+': buttonZoom, '=': buttonZoom, '-': 1 / buttonZoom }[event.key];
    if (wanted === undefined && factor === undefined) return;
    event.preventDefault();
    if (wanted !== undefined) step(wanted);
    if (factor !== undefined) zoom(factor);
  };
  const button = (label: string, icon: LucideIcon, act: () => void, isAtEnd = false) => (
    <IconButton
      key={label}
      {...{ label, icon }}
      look="secondary"
      disabled={isDisabled || isAtEnd}
      onClick={act}
      onKeyDown={press}
    />
  );
  return (
    <div className="mt-3">
      <StreetMap
        {...{ api, frame, points }}
        // The buttons below are for the keyboard and for screen readers.
        label={null}
        onMove={setFrame}
        onTap={(location) => {
          if (!isDisabled) onChange(roundLocation(location));
        }}
        className="h-72"
        outline={
          <OutlineMap
            {...{ frame, points }}
            onTap={(location) => {
              if (isDisabled) return;
              const to = roundLocation(location);
              onChange(to);
              show(to, frame.height / tapZoom);
            }}
          />
        }
      />
      <fieldset aria-describedby={hintId} className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">{t('place.location.map_label')}</legend>
        {steps.map((one) => button(t(one.label), one.icon, () => step(one)))}
        {button(t('place.location.closer'), Plus, () => zoom(buttonZoom), frame.height <= least)}
        {button(
          t('place.location.further'),
          Minus,
          () => zoom(1 / buttonZoom),
          frame.height >= most,
        )}
      </fieldset>
      <p id={hintId} className="mt-2 text-muted text-sm">
        {t('place.location.map_hint')}
      </p>
    </div>
  );
}

interface OutlineMapProps {
  frame: MapFrame;
  points: readonly MarkedPoint[];
  onTap: (location: Location) => void;
}

function OutlineMap({ frame, points, onTap }: OutlineMapProps) {
  const tap = (event: MouseEvent<SVGSVGElement>) => {
    const toDrawing = event.currentTarget.getScreenCTM()?.inverse();
    if (toDrawing === undefined) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(toDrawing);
    onTap(locationAt(at));
  };
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box, heightPx);
  const unit = frame.height / heightPx;
  // All of the box is drawn on, and the frame is its middle.
  const left = frame.x + (frame.width - width * unit) / 2;
  const shown = { ...frame, x: left, width: width * unit };
  return (
    <div ref={box} className="h-72 overflow-hidden rounded-lg border border-line bg-ground">
      <svg
        aria-hidden="true"
        viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
        onClick={tap}
        className="h-full w-full cursor-crosshair touch-manipulation"
      >
        <path
          d={outlinePath}
          className="fill-raised stroke-strong"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
        />
        <GridLines frame={shown} />
        {points.map((point) => {
          const { x, y } = pointOf(point);
          return (
            <MarkShape
              key={point.id}
              name={point.mark}
              transform={`translate(${x} ${y}) scale(${unit})`}
            />
          );
        })}
      </svg>
    </div>
  );
}

function markPlace(location: Location): MarkedPoint {
  return { ...location, id: 'place', mark: 'place', name: '' };
}

function middleOf({ x, y, width, height }: MapFrame): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
