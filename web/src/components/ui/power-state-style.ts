import {
  CircleDashed,
  CircleQuestionMark,
  EyeOff,
  type LucideIcon,
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
  /** Drawn with stripes, because the true state is not known. */
  isHatched: boolean;
}

export const powerStateStyles: Record<PowerState, PowerStateStyle> = {
  up: { icon: Zap, text: 'text-up', fill: 'fill-up-shape', isHatched: false },
  mains_lost: {
    icon: ZapOff,
    text: 'text-mains-lost',
    fill: 'fill-mains-lost-shape',
    isHatched: false,
  },
  contact_lost: {
    icon: CircleQuestionMark,
    text: 'text-contact-lost',
    fill: 'fill-contact-lost-shape',
    isHatched: true,
  },
  internet_lost: {
    icon: WifiOff,
    text: 'text-internet-lost',
    fill: 'fill-internet-lost-shape',
    isHatched: false,
  },
  unobserved: {
    icon: EyeOff,
    text: 'text-unobserved',
    fill: 'fill-unobserved-shape',
    isHatched: true,
  },
  unknown: { icon: CircleDashed, text: 'text-muted', fill: 'fill-none', isHatched: false },
};

/** The key of each state's word in the locale files. */
export const powerStateWords = {
  up: 'state.up.word',
  mains_lost: 'state.mains_lost.word',
  contact_lost: 'state.contact_lost.word',
  internet_lost: 'state.internet_lost.word',
  unobserved: 'state.unobserved.word',
  unknown: 'state.unknown.word',
} as const;
