import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapSite } from '../../../../../src/contract/devices/place.ts';
import { type MarkedPoint, markOrder, markSite } from '../../../components/map/map-marks.ts';
import { MarkShape } from '../../../components/map/mark-shape.tsx';
import { StreetMap } from '../../../components/map/street-map.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import {
  countryFrame,
  frameOf,
  leastOfOutline,
  leastOfStreets,
  type MapFrame,
  outlinePath,
  pointOf,
} from '../../../lib/map-frame.ts';
import { useLanguage } from '../../../lib/use-language.ts';

interface SiteMapProps {
  sites: readonly MapSite[];
  /** The country, and not only where the sites are. */
  isWhole?: boolean;
  /** False: nobody touches it. */
  isInteractive?: boolean;
}

/** The sites on a map; the pages around it name those that are lost. */
export function SiteMap({ sites, isWhole = false, isInteractive = true }: SiteMapProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = useMemo(() => sites.map(markSite), [sites]);
  const count = (state: MapSite['state']) =>
    formatNumber(sites.filter((site) => site.state === state).length, language);
  const label = t('map.summary', {
    all: formatNumber(sites.length, language),
    mains: count('mains_lost'),
    contact: count('contact_lost'),
  });
  const frameIn = (least: number) => (isWhole ? countryFrame : frameOf(points, least));
  return (
    <StreetMap
      {...{ points, label, isInteractive }}
      api={adminApi}
      frame={frameIn(leastOfStreets)}
      className="h-full w-full"
      outline={<SiteOutline {...{ points, label }} frame={frameIn(leastOfOutline)} />}
    />
  );
}

interface SiteOutlineProps {
  frame: MapFrame;
  points: readonly MarkedPoint[];
  label: string;
}

/** The sites on the outline of the country. */
function SiteOutline({ frame, points, label }: SiteOutlineProps) {
  // So many units of the drawing are a pixel of a mark, whatever the frame.
  const scale = Math.max(frame.width, frame.height) / 420;
  const sorted = points.toSorted(
    (one, other) => markOrder.indexOf(one.mark) - markOrder.indexOf(other.mark),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      className="h-full w-full"
    >
      <path
        d={outlinePath}
        className="fill-raised stroke-strong"
        strokeWidth={scale}
        strokeLinejoin="round"
      />
      {sorted.map((point) => {
        const { x, y } = pointOf(point);
        return (
          <MarkShape
            key={point.id}
            name={point.mark}
            transform={`translate(${x} ${y}) scale(${scale})`}
          >
            <title>{point.name}</title>
          </MarkShape>
        );
      })}
    </svg>
  );
}
