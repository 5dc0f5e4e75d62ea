/** The looks of the states of power on paper and in pictures. */
import type { TimelineState } from '../../domain/fleet/device-timeline.ts';

/** The most important first. */
export const weight = [
  'down',
  'silent',
  'device',
  'network',
  'unobserved',
  'unknown',
  'up',
] as const satisfies readonly TimelineState[];

interface Look {
  readonly colour: string;
  /** The mark that tells it apart without its colour: stripes where the true state is not known. */
  readonly texture: 'plain' | 'stripes' | 'lines' | 'dots' | 'outline';
}

/** The shapes of the pages in their light theme. */
export const looks: Readonly<Record<TimelineState, Look>> = {
  up: { colour: '#22a06b', texture: 'plain' },
  down: { colour: '#dc4146', texture: 'plain' },
  silent: { colour: '#c77d00', texture: 'stripes' },
  network: { colour: '#6888b6', texture: 'lines' },
  device: { colour: '#8467c9', texture: 'dots' },
  unobserved: { colour: '#8a92a0', texture: 'stripes' },
  unknown: { colour: '#857e70', texture: 'outline' },
};

export const ink = {
  text: '#17191e',
  muted: '#555c68',
  line: '#e4dfd4',
  raised: '#f1ede5',
  surface: '#ffffff',
  accent: '#ffb638',
} as const;
