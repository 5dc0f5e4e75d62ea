import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { ExampleSite } from './example-site.tsx';

export function Hero() {
  const { t } = useTranslation();
  return (
    <section className="relative isolate -mt-20 overflow-hidden pt-20">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 -top-64 -z-10 mx-auto size-[48rem] max-w-full bg-radial from-glow to-transparent to-70% lg:-translate-x-1/4"
      />
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-10 pb-16 sm:px-6 lg:grid-cols-[1fr_1.05fr] lg:pt-16 lg:pb-24">
        <div>
          <h1 className="text-balance font-semibold text-4xl lg:text-6xl">{t('hero.title')}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted">{t('hero.lead')}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <a href="#states" className={buttonClasses('primary')}>
              {t('hero.states')}
            </a>
            <a href="#service" className={buttonClasses('secondary')}>
              {t('hero.service')}
            </a>
          </p>
        </div>
        <ExampleSite />
      </div>
    </section>
  );
}
