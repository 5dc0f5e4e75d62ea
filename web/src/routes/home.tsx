import { createRoute } from '@tanstack/react-router';
import { Hero } from '../features/landing/components/hero.tsx';
import { HonestStates } from '../features/landing/components/honest-states.tsx';
import { HowItWorks } from '../features/landing/components/how-it-works.tsx';
import { ServiceSection } from '../features/service/components/service-section.tsx';
import { rootRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
});

function Home() {
  return (
    <>
      <Hero />
      <HowItWorks />
      <HonestStates />
      <ServiceSection />
    </>
  );
}
