import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useTitleAlert } from '../../lib/use-document-title.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { statsQuery } from './api/get-stats.ts';
import { describeSite } from './site-state.ts';

const alarming = ['mains_lost', 'contact_lost'] as const;

/** The tab says at how many sites power is gone; where it is at none, from how many nothing is heard. */
export function usePortalTitle(): void {
  const { t } = useTranslation();
  const language = useLanguage();
  // Also refreshed once a minute, for a hidden tab without a stream.
  const { data } = useQuery({ ...statsQuery, refetchIntervalInBackground: true });
  const powers = data?.devices.map((device) => describeSite(device).power) ?? [];
  const worst = alarming.find((power) => powers.includes(power));
  const count = powers.filter((power) => power === worst).length;
  useTitleAlert(
    worst === undefined ? null : `${t(`state.${worst}.word`)} (${formatNumber(count, language)})`,
  );
}
