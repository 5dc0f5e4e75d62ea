import { type ReactNode, Suspense } from 'react';
import { buttonClasses } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { ExamplePhone, ExampleSite } from './example-site.tsx';
import { usePublicInfo } from './public-info.ts';
import { WokenWhenNear } from './section.tsx';

/** What it is, what it says, and how a day looks: the first ten seconds. */
export function Hero() {
  const { t } = useTranslation();
  return (
    <section className="relative isolate overflow-hidden">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 -top-72 -z-10 mx-auto size-[52rem] max-w-full bg-radial from-glow to-transparent to-70% lg:translate-x-1/4"
      />
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-16 sm:px-6 lg:pt-16 lg:pb-24">
        <div className="grid items-end gap-x-12 gap-y-12 lg:grid-cols-[1.15fr_0.85fr]">
          <div className="lg:pb-16">
            <h1 className="text-balance font-semibold text-4xl lg:text-6xl">{t('hero.title')}</h1>
            <p className="mt-5 max-w-xl text-pretty text-lg text-muted">{t('hero.lead')}</p>
            <p className="mt-8 flex flex-wrap gap-3">
              <a href="#pricing" className={buttonClasses('primary', 'w-full sm:w-auto', 'large')}>
                {t('hero.order')}
              </a>
              <a
                href="#how-it-works"
                className={buttonClasses('secondary', 'w-full sm:w-auto', 'large')}
              >
                {t('hero.how')}
              </a>
            </p>
            <HeroStats />
          </div>
          <Suspense>
            <ExamplePhone />
          </Suspense>
        </div>
        <WokenWhenNear>
          <ExampleSite />
        </WokenWhenNear>
      </div>
    </section>
  );
}

/** Three figures. How long a key is valid is the operator's choice, so that one comes from the server. */
function HeroStats() {
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
