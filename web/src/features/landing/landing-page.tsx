import { Cpu, ExternalLink, LayoutDashboard } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { SkipLink } from '../../components/layout/site-controls.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { BotSection } from './bot-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { Features, HonestStates } from './features.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader, LogInLink } from './landing-header.tsx';
import { OrderProvider } from './order.tsx';
import { Pricing } from './pricing.tsx';
import { useAskPublicInfo, usePublicInfo } from './public-info.ts';
import { Questions } from './questions.tsx';
import { WokenWhenNear } from './section.tsx';

/**
 * The front page. Rendered at build time, so nothing here may need a browser to be drawn. Nothing waits
 * either: each part is a boundary of its own so that React brings them to life one after the other, and
 * a slow phone answers in between; what is further down waits until somebody comes near.
 */
export function LandingPage() {
  useAskPublicInfo();
  return (
    <OrderProvider>
      <SkipLink />
      <Suspense>
        <LandingHeader />
      </Suspense>
      <main id="main" tabIndex={-1} className="outline-none">
        <Suspense>
          <Hero />
        </Suspense>
        <WokenWhenNear>
          <Features />
        </WokenWhenNear>
        <WokenWhenNear>
          <HowItWorks />
        </WokenWhenNear>
        <WokenWhenNear>
          <HonestStates />
        </WokenWhenNear>
        <WokenWhenNear>
          <BotSection />
        </WokenWhenNear>
        <WokenWhenNear>
          <Pricing />
        </WokenWhenNear>
        <WokenWhenNear>
          <ContactSection />
        </WokenWhenNear>
        <WokenWhenNear>
          <Questions />
        </WokenWhenNear>
        <WokenWhenNear>
          <CallToAction />
        </WokenWhenNear>
      </main>
      <WokenWhenNear>
        <LandingFooter />
      </WokenWhenNear>
    </OrderProvider>
  );
}

/** The two ways on: put the firmware on a board, or log in. */
function CallToAction() {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="cta-title"
      className="border-line border-t bg-radial-[at_50%_120%] from-glow to-transparent to-70%"
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2
          id="cta-title"
          className="mx-auto max-w-2xl text-balance text-center font-semibold text-2xl lg:text-4xl"
        >
          {t('cta.title')}
        </h2>
        <div className="mx-auto mt-10 grid max-w-4xl gap-4 md:grid-cols-2">
          <Way
            icon={<Cpu className="size-6" />}
            title={t('cta.flash_title')}
            text={t('cta.flash_text')}
          >
            <FlashAction />
          </Way>
          <Way
            icon={<LayoutDashboard className="size-6" />}
            title={t('cta.log_in_title')}
            text={t('cta.log_in_text')}
          >
            <LogInLink look="primary" />
          </Way>
        </div>
      </div>
    </section>
  );
}

function Way(props: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start rounded-lg border border-line bg-surface p-6">
      <span aria-hidden="true" className="text-accent-text">
        {props.icon}
      </span>
      <h3 className="mt-3 font-semibold text-lg">{props.title}</h3>
      <p className="mt-1 mb-5 text-muted text-sm">{props.text}</p>
      <div className="mt-auto flex min-h-13 items-center">{props.children}</div>
    </div>
  );
}

/** The page that flashes, and beside it when the operator has put no firmware on the server yet. */
function FlashAction() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  return (
    <div>
      <a
        href="/firmware-flash.html"
        target="_blank"
        rel="noopener"
        className={buttonClasses('secondary')}
      >
        {t('cta.flash')}
        <ExternalLink aria-hidden="true" className="size-4 text-muted" />
        <span className="sr-only">({t('cta.new_window')})</span>
      </a>
      {info?.firmwareAvailable === false && (
        <p className="mt-2.5 text-muted text-sm">{t('cta.flash_none')}</p>
      )}
    </div>
  );
}
