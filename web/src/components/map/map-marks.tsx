import type { ReactNode } from 'react';
import type { mapStates } from '../../../../src/contract/devices/place.ts';
import type { Location } from '../../../../src/domain/devices/place.ts';

type MapState = (typeof mapStates)[number];
export type MarkName = MapState | 'place';

/** How a mark is drawn around its point, in pixels; colours are tokens of the stylesheet. */
interface Mark {
  readonly path: string;
  readonly fill: `--${string}` | null;
  readonly stroke: `--${string}` | null;
  readonly strokeWidth: number;
}

const disc = 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0';

/** What is lost has a larger shape of its own. */
export const marks: Readonly<Record<MarkName, Mark>> = {
  up: { path: disc, fill: '--shape-up', stroke: '--surface', strokeWidth: 1 },
  unknown: { path: disc, fill: '--surface', stroke: '--strong', strokeWidth: 1 },
  contact_lost: {
    path: 'M0,-7L7,6H-7Z',
    fill: '--shape-contact-lost',
    stroke: '--surface',
    strokeWidth: 1,
  },
  mains_lost: {
    path: 'M-7,-4L-4,-7L0,-3L4,-7L7,-4L3,0L7,4L4,7L0,3L-4,7L-7,4L-3,0Z',
    fill: '--shape-mains-lost',
    stroke: '--surface',
    strokeWidth: 1,
  },
  place: {
    path: 'M9,0a9,9 0 1,0 -18,0a9,9 0 1,0 18,0M0,-16V-5M0,5V16M-16,0H-5M5,0H16',
    fill: null,
    stroke: '--accent-text',
    strokeWidth: 2.5,
  },
};

/** The reach of the largest mark from its point, with its stroke. */
export const markReach = 18;

/** What is lost is drawn last. */
export const markOrder: readonly MarkName[] = [
  'unknown',
  'up',
  'contact_lost',
  'mains_lost',
  'place',
];

/** Something that is marked on a map. */
export interface MarkedPoint extends Location {
  readonly id: string;
  readonly mark: MarkName;
  readonly name: string;
}

interface MarkShapeProps {
  name: MarkName;
  /** Where it stands, and how large. */
  transform: string;
  children?: ReactNode;
}

/** A mark in a drawing. */
export function MarkShape({ name, transform, children }: MarkShapeProps) {
  const { path, fill, stroke, strokeWidth } = marks[name];
  return (
    <path
      d={path}
      fill={fill === null ? 'none' : `var(${fill})`}
      stroke={stroke === null ? 'none' : `var(${stroke})`}
      strokeWidth={strokeWidth}
      transform={transform}
    >
      {children}
    </path>
  );
}
