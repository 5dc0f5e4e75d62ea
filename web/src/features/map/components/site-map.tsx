import { useTranslation } from 'react-i18next';
import type { MapSite, mapStates } from '../../../../../src/contract/devices/place.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type MapFrame, outlinePath, pointOf } from '../../../lib/map-frame.ts';
import { useLanguage } from '../../../lib/use-language.ts';

type MapState = (typeof mapStates)[number];

interface SiteMapProps {
  sites: readonly MapSite[];
  frame: MapFrame;
  className?: string;
}

/** What is lost is drawn last, larger, and with a shape of its own. */
const order: readonly MapState[] = ['unknown', 'up', 'contact_lost', 'mains_lost'];

const marks: Record<MapState, { path: string; className: string }> = {
  up: { path: 'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0', className: 'fill-up-shape' },
  unknown: {
    path: 'M-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0',
    className: 'fill-surface stroke-strong',
  },
  contact_lost: { path: 'M0,-7L7,6H-7Z', className: 'fill-contact-lost-shape stroke-surface' },
  mains_lost: {
    path: 'M-7,-4L-4,-7L0,-3L4,-7L7,-4L3,0L7,4L4,7L0,3L-4,7L-7,4L-3,0Z',
    className: 'fill-mains-lost-shape stroke-surface',
  },
};

/** The sites on the outline of the country; the pages around it name those that are lost. */
export function SiteMap({ sites, frame, className }: SiteMapProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (state: MapState) =>
    formatNumber(sites.filter((site) => site.state === state).length, language);
  // So many units of the drawing are a pixel of a mark, whatever the frame.
  const scale = Math.max(frame.width, frame.height) / 420;
  const sorted = sites.toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return (
    <svg
      role="img"
      aria-label={t('map.summary', {
        all: formatNumber(sites.length, language),
        mains: count('mains_lost'),
        contact: count('contact_lost'),
      })}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      className={classNames('h-full w-full', className)}
    >
      <path
        d={outlinePath}
        className="fill-raised stroke-strong"
        strokeWidth={scale}
        strokeLinejoin="round"
      />
      {sorted.map((site) => {
        const { x, y } = pointOf(site);
        const mark = marks[site.state];
        return (
          <path
            key={site.device_id}
            d={mark.path}
            className={mark.className}
            transform={`translate(${x} ${y}) scale(${scale})`}
          >
            <title>{site.site_name}</title>
          </path>
        );
      })}
    </svg>
  );
}
