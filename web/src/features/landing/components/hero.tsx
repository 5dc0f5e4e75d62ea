import { Suspense } from 'react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { ExamplePhone } from './example-phone.tsx';
import { ExampleSite } from './example-site.tsx';
import { HeroStats } from './hero-stats.tsx';
import { WokenWhenNear } from './woken-when-near.tsx';

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
