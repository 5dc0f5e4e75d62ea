import { Ban } from 'lucide-react';
import { powerStateStyles, powerStateWords } from '../../../components/ui/power-state-style.ts';
import type { SitePower } from '../site-state.ts';

const styles = {
  ...powerStateStyles,
  power_unknown: powerStateStyles.unknown,
  revoked: { ...powerStateStyles.unknown, icon: Ban },
} satisfies Record<SitePower, object>;

const words = {
  ...powerStateWords,
  power_unknown: 'portal.power_unknown',
  revoked: 'devices.status.revoked',
} as const satisfies Record<SitePower, string>;

/** Icon, colour and word of what is known of a site. */
export function styleOf(power: SitePower) {
  return styles[power];
}

export function wordOf(power: SitePower) {
  return words[power];
}
