import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, KeyRound, Plug } from 'lucide-react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type PortalStats, statsQuery } from '../portal-stats.ts';

/**
 * How many keys there are of each kind. Undefined while they are counted. Those in use and those to spare
 * are all of them, but for inactive ones, which are named.
 */
export function KeyStats(props: { stats: PortalStats['stats'] | undefined; isSmall?: boolean }) {
  const { stats, isSmall = false } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const keys = useQuery(statsQuery).data?.keys;
  const spare = keys?.filter(isSpareKey).length;
  const inactive = stats && spare !== undefined ? stats.totalKeys - stats.usedKeys - spare : 0;
  const show = (count: number | undefined) =>
    count === undefined ? undefined : formatNumber(count, language);
  return (
    <StatCards>
      <StatCard
        isSmall={isSmall}
        label={t('keys.stats.total')}
        value={show(stats?.totalKeys)}
        icon={KeyRound}
        {...(inactive > 0 && {
          hint: t('keys.stats.inactive', { number: formatNumber(inactive, language) }),
        })}
      />
      <StatCard
        isSmall={isSmall}
        label={t('keys.stats.used')}
        value={show(stats?.usedKeys)}
        icon={Plug}
        tone="accent"
      />
      <StatCard
        isSmall={isSmall}
        label={t('keys.stats.available')}
        value={show(spare)}
        icon={CircleCheck}
        tone="good"
      />
      <StatCard
        isSmall={isSmall}
        label={t('keys.stats.expired')}
        value={show(stats?.expiredKeys)}
        icon={CircleX}
        tone={stats !== undefined && stats.expiredKeys > 0 ? 'bad' : 'neutral'}
      />
    </StatCards>
  );
}

/** Whether a key works and serves no device yet. */
function isSpareKey({ status, device_id: deviceId }: PortalKey): boolean {
  return status === 'available' && deviceId === null;
}

/** The first spare key, since one is as good as another. */
export function findSpareKey(keys: readonly PortalKey[] | undefined): PortalKey['id'] | null {
  return keys?.find(isSpareKey)?.id ?? null;
}
