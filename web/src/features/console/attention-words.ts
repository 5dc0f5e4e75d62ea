import type { DevicesAnswer } from '../../lib/console/devices-query.ts';
import { sayWell } from '../../lib/console/say-well.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** The page's, or that of the picture before any script (early/first-answer.ts). */
type SayAttention = (
  key: `attention.${
    | 'all_acknowledged'
    | 'sites'
    | 'mains'
    | 'contact'
    | 'acknowledged'
    | 'well'
    | 'well_heard'
    | 'waiting'}`,
  values: { count: number; number: string },
) => string;

export const attentionLooks = ['trouble', 'well', 'waiting'] as const;

export interface Attention {
  readonly look: (typeof attentionLooks)[number];
  readonly title: string;
  /** Null: there is no more to say. */
  readonly details: string | null;
}

/** What needs somebody now, in a sentence, and what of it is wrong. Null: there is no site to speak of. */
export function describeAttention(
  { counts }: Pick<DevicesAnswer, 'counts'>,
  say: SayAttention,
  language: Language,
): Attention | null {
  const { lost, mains_lost: mains, contact_lost: contact, unacknowledged, all } = counts;
  if (all === 0) return null;
  if (lost === 0) {
    const { title, text, isWell } = sayWell(counts, say, language);
    return { look: isWell ? 'well' : 'waiting', title, details: text };
  }
  const tell = (key: Parameters<SayAttention>[0], count: number) =>
    say(key, { count, number: formatNumber(count, language) });
  const acknowledged = lost - unacknowledged;
  return {
    look: 'trouble',
    title:
      unacknowledged === 0
        ? tell('attention.all_acknowledged', lost)
        : tell('attention.sites', unacknowledged),
    details: [
      ...(mains > 0 ? [tell('attention.mains', mains)] : []),
      ...(contact > 0 ? [tell('attention.contact', contact)] : []),
      ...(acknowledged > 0 ? [tell('attention.acknowledged', acknowledged)] : []),
    ].join(' · '),
  };
}
