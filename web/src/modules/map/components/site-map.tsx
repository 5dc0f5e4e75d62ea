import { useMemo } from 'react';
import type { MapSite } from '../../../../../src/modules/map/contract.ts';
import { type MarkedPoint, MarkShape, marks } from '../../../components/map/map-marks.tsx';
import { StreetMap } from '../../../components/map/street-map.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  countryFrame,
  frameOf,
  leastOfOutline,
  leastOfStreets,
  type MapFrame,
  outlinePath,
} from '../../../lib/map-frame.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Cluster, clusterPoints } from '../map-clusters.ts';

interface SiteMapProps {
  sites: readonly MapSite[];
  /** The country, and not only where the sites are. */
  isWhole?: boolean;
  /** Those to look at closely. Undefined: all. */
  chosen?: ReadonlySet<string> | undefined;
  /** Somebody pressed where several sites lie. Undefined: nobody touches the map. */
  onOpen?: (deviceIds: readonly string[]) => void;
}

/** Around sites that were chosen, some 500 m: shops of one street are told apart. In degrees. */
const leastOfChosen = 0.005;

/** The sites on a map; the pages around it name those that are lost. */
export function SiteMap({ sites, isWhole = false, chosen, onOpen }: SiteMapProps) {
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
  const frameIn = (least: number) => {
    if (chosen !== undefined) {
      const close = points.filter(({ id }) => chosen.has(id));
      return frameOf(close, Math.min(least, leastOfChosen));
    }
    return isWhole ? countryFrame : frameOf(points, least);
  };
  return (
    <StreetMap
      {...{ points, label }}
      isInteractive={onOpen !== undefined}
      api={adminApi}
      frame={frameIn(leastOfStreets)}
      className="h-full w-full"
      isClustered
      {...(onOpen !== undefined && { onOpen })}
      outline={<SiteOutline {...{ points, label, onOpen }} frame={frameIn(leastOfOutline)} />}
    />
  );
}

function markSite(site: MapSite): MarkedPoint {
  const { latitude, longitude, device_id: id, state: mark, site_name: name } = site;
  return { latitude, longitude, id, mark, name };
}

interface SiteOutlineProps {
  frame: MapFrame;
  points: readonly MarkedPoint[];
  label: string;
  onOpen: SiteMapProps['onOpen'];
}

/** The sites on the outline of the country; those that would cover one another are counted. */
function SiteOutline({ frame, points, label, onOpen }: SiteOutlineProps) {
  // So many units of the drawing are a pixel of a mark, whatever the frame.
  const scale = Math.max(frame.width, frame.height) / 420;
  const clusters = useMemo(() => clusterPoints(points, 28 * scale), [points, scale]);
  return (
    <svg
      role={onOpen === undefined ? 'img' : 'group'}
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
      {clusters.map((cluster) => (
        <ClusterMark
          key={cluster.points[0]?.id}
          {...{ cluster, onOpen }}
          transform={`translate(${cluster.x} ${cluster.y}) scale(${scale})`}
        />
      ))}
    </svg>
  );
}

interface ClusterMarkProps {
  cluster: Cluster;
  transform: string;
  onOpen: SiteMapProps['onOpen'];
}

/** A site, or how many there are; several can be opened. */
function ClusterMark({ cluster, transform, onOpen }: ClusterMarkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { points, mark } = cluster;
  const [first] = points;
  if (points.length === 1) {
    return (
      <MarkShape name={mark} transform={transform}>
        <title>{first?.name}</title>
      </MarkShape>
    );
  }
  const lost = points.filter((point) => point.mark === mark).length;
  const number = formatNumber(points.length, language);
  const title =
    mark === 'mains_lost' || mark === 'contact_lost'
      ? t(clusterWords[mark], { number, lost: formatNumber(lost, language) })
      : t('map.cluster.sites', { number });
  return (
    <g transform={transform}>
      <title>{title}</title>
      <circle
        r="13"
        fill="var(--surface)"
        stroke={`var(${marks[mark].fill ?? '--strong'})`}
        strokeWidth="3"
      />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        fill="var(--text)"
        className="font-semibold text-[0.75rem] tabular-nums"
      >
        {number}
      </text>
      {mark !== 'up' && <MarkShape name={mark} transform="translate(11 -11) scale(.8)" />}
      {onOpen !== undefined && (
        <foreignObject x="-20" y="-20" width="40" height="40">
          <button
            type="button"
            aria-label={title}
            onClick={() => onOpen(points.map(({ id }) => id))}
            className="size-full rounded-full"
          />
        </foreignObject>
      )}
    </g>
  );
}

const clusterWords = {
  mains_lost: 'map.cluster.mains',
  contact_lost: 'map.cluster.contact',
} as const;
