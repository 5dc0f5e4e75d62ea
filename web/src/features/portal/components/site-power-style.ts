import { powerStateStyles, powerStateWords } from '../../../components/ui/power-state-style.ts';
import type { SitePower } from '../site-state.ts';

/** Icon, colour and word of what is known of a site. */
export function styleOf(power: SitePower) {
  return powerStateStyles[power === 'power_unknown' ? 'unknown' : power];
}

export function wordOf(power: SitePower) {
  return power === 'power_unknown' ? ('portal.power_unknown' as const) : powerStateWords[power];
}
