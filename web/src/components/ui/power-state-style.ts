import {
  CircleDashed,
  CircleQuestionMark,
  EyeOff,
  type LucideIcon,
  RotateCcw,
  WifiOff,
  Zap,
  ZapOff,
} from 'lucide-react';
import type { PowerState } from '../../lib/power-state.ts';

/** How a state looks and is called. Never by colour alone: each has its icon and its word too. */
interface PowerStateStyle {
  icon: LucideIcon;
  /** Class of the icon's and word's colour. */
  text: string;
  /** Class that fills a shape of the ribbon. */
  fill: string;
  /**
   * How a shape is textured, so that it can be told apart without its colour. Stripes: the true state
   * is not known.
   */
  texture: 'plain' | 'stripes' | 'thin-stripes' | 'lines' | 'dots' | 'outline';
}

export const powerStateStyles: Record<PowerState, PowerStateStyle> = {
  up: { icon: Zap, text: 'text-up', fill: 'fill-up-shape', texture: 'plain' },
  mains_lost: {
    icon: ZapOff,
    text: 'text-mains-lost',
    fill: 'fill-mains-lost-shape',
    texture: 'plain',
  },
  contact_lost: {
    icon: CircleQuestionMark,
    text: 'text-contact-lost',
    fill: 'fill-contact-lost-shape',
    texture: 'stripes',
  },
  internet_lost: {
    icon: WifiOff,
    text: 'text-internet-lost',
    fill: 'fill-internet-lost-shape',
    texture: 'lines',
  },
  device_restarted: {
    icon: RotateCcw,
    text: 'text-device-restarted',
    fill: 'fill-device-restarted-shape',
    texture: 'dots',
  },
  unobserved: {
    icon: EyeOff,
    text: 'text-unobserved',
    fill: 'fill-unobserved-shape',
    texture: 'thin-stripes',
  },
  unknown: { icon: CircleDashed, text: 'text-muted', fill: 'fill-none', texture: 'outline' },
};

/** The key of each state's word in the locale files. */
export const powerStateWords = {
  up: 'state.up.word',
  mains_lost: 'state.mains_lost.word',
  contact_lost: 'state.contact_lost.word',
  internet_lost: 'state.internet_lost.word',
  device_restarted: 'state.device_restarted.word',
  unobserved: 'state.unobserved.word',
  unknown: 'state.unknown.word',
} as const;
