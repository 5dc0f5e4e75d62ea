import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { usePublicInfo } from '../use-public-info.ts';

/** Three figures. How long a key is valid is the operator's choice, so that one comes from the server. */
export function HeroStats() {
  const { t } = useTranslation();
  const { info, isDown } = usePublicInfo();
  const unknown = isDown ? '–' : <Skeleton className="w-16" />;
  return (
    <dl
      aria-label={t('hero.stats.label')}
      className="mt-9 max-w-xl divide-y divide-line border-line border-y sm:grid sm:grid-cols-3 sm:divide-x sm:divide-y-0 sm:border-y-0"
    >
      <Stat what={t('hero.stats.years_what')}>
        {info ? t('hero.stats.years', { count: info.keyValidityYears }) : unknown}
      </Stat>
      <Stat what={t('hero.stats.detection_what')}>
        <Spoken shown={t('hero.stats.detection')} spoken={t('hero.stats.detection_spoken')} />
      </Stat>
      <Stat what={t('hero.stats.watch_what')}>
        <Spoken shown={t('hero.stats.watch')} spoken={t('hero.stats.watch_spoken')} />
      </Stat>
    </dl>
  );
}

function Stat({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-x-4 py-2 sm:flex-col-reverse sm:items-start sm:px-5 sm:py-0 sm:first:pl-0 sm:last:pr-0">
      <dt className="text-muted text-sm">{what}</dt>
      <dd className="min-w-28 whitespace-nowrap font-semibold text-lg tabular-nums sm:min-w-0 sm:text-xl">
        {children}
      </dd>
    </div>
  );
}

/** In words, since screen readers stumble over signs such as `<` and `/`. */
function Spoken({ shown, spoken }: { shown: string; spoken: string }) {
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}
