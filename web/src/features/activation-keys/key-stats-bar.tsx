import {
  CircleCheck,
  CircleDashed,
  Hourglass,
  KeyRound,
  type LucideIcon,
  Plug,
} from 'lucide-react';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { KeyStats } from './key-calls.ts';

const figures = [
  { name: 'total', icon: KeyRound, tone: 'text-muted', word: 'activation_keys.stats.all' },
  {
    name: 'unused',
    icon: CircleDashed,
    tone: 'text-internet-lost',
    word: 'activation_keys.stats.unused',
  },
  { name: 'used', icon: Plug, tone: 'text-muted', word: 'activation_keys.stats.used' },
  { name: 'active', icon: CircleCheck, tone: 'text-up', word: 'activation_keys.stats.active' },
  {
    name: 'expired',
    icon: Hourglass,
    tone: 'text-mains-lost',
    word: 'activation_keys.stats.expired',
  },
] as const satisfies readonly {
  name: keyof KeyStats;
  icon: LucideIcon;
  tone: string;
  word: string;
}[];

/**
 * How many keys there are of each standing. Undefined while they are asked for. The unused and the used are
 * all of them, but for those that were revoked unused, which are named.
 */
export function KeyStatsBar({ stats }: { stats: KeyStats | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const inactive = stats === undefined ? 0 : stats.total - stats.unused - stats.used;
  return (
    <Card>
      <dl
        aria-label={t('activation_keys.stats.label')}
        aria-busy={stats === undefined || undefined}
        className="grid grid-cols-2 sm:grid-cols-5 sm:divide-x sm:divide-line"
      >
        {figures.map(({ name, icon: Icon, tone, word }) => (
          <div
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5 first:col-span-2 sm:first:col-span-1"
          >
            <dt className="flex items-center gap-2 text-muted text-sm">
              <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone}`} />
              {t(word)}
            </dt>
            <dd className="font-semibold tabular-nums">
              {stats === undefined ? (
                <Skeleton className="w-4" />
              ) : (
                formatNumber(stats[name], language)
              )}
              {name === 'total' && inactive > 0 && (
                <span className="ml-2 font-normal text-muted text-xs">
                  {t('activation_keys.stats.inactive', {
                    number: formatNumber(inactive, language),
                  })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
