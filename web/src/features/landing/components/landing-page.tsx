import { Suspense } from 'react';
import { SkipLink } from '../../../components/layout/skip-link.tsx';
import { OrderProvider } from '../order.tsx';
import { useAskPublicInfo } from '../use-public-info.ts';
import { BotSection } from './bot-section.tsx';
import { CallToAction } from './call-to-action.tsx';
import { ContactSection } from './contact-section.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { HonestStates } from './honest-states.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';
import { Questions } from './questions.tsx';
import { WokenWhenNear } from './woken-when-near.tsx';

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
