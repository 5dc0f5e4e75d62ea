import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { AttentionPicture } from '../../web/src/features/console/components/attention-picture.tsx';
import { LandingPage } from '../../web/src/features/landing/landing-page.tsx';
import { PowerPicture } from '../../web/src/features/portal/components/power-picture.tsx';
import { addTexts, changeLanguage, translation } from '../../web/src/lib/i18n.ts';
import { type Language, languages } from '../../web/src/lib/language.ts';
import { adminSession, customerSession } from '../../web/src/lib/session.ts';
import en from '../../web/src/locales/en.json';
import th from '../../web/src/locales/th.json';
import { OfflinePage } from '../../web/src/offline/offline-page.tsx';
import { createPortalRouter } from '../../web/src/portal-router.tsx';
import { createAppRouter } from '../../web/src/router.tsx';

/** A page of one language as HTML, with what its head says of it. */
interface RenderedPage {
  html: string;
  title: string;
  description: string;
}

export type RenderedPages = Record<Language, RenderedPage>;

/** Renders the pages that can be read before any script, in each language, in the dark theme. */
export async function prerenderPages(): Promise<{
  landing: RenderedPages;
  offline: RenderedPages;
  logIn: RenderedPages;
  dashboard: RenderedPages;
  /** Of which the dashboard is made before any script. */
  power: RenderedPages;
  consoleLogIn: RenderedPages;
  console: RenderedPages;
  attention: RenderedPages;
}> {
  await addTexts({ th: () => th, en: () => en });
  return {
    // The only one that the page's script goes on with; it needs the marks between texts.
    landing: await renderInAll(<LandingPage />, renderToString),
    offline: await renderInAll(<OfflinePage />),
    logIn: await renderInAll(await open(createPortalRouter, '/customer')),
    dashboard: await renderInAll(await openDashboard()),
    power: await renderInAll(<PowerPicture />),
    consoleLogIn: await renderInAll(await open(createAppRouter, '/admin/login')),
    console: await renderInAll(await openConsole()),
    attention: await renderInAll(<AttentionPicture />),
  };
}

/** The dashboard of somebody of whom nothing is known yet. */
async function openDashboard(): Promise<ReactNode> {
  customerSession.save({ token: 'none', user: { name: '', phone: '' } });
  return open(createPortalRouter, '/customer/dashboard');
}

/** The console's dashboard, before it is known whose it is. */
async function openConsole(): Promise<ReactNode> {
  adminSession.save({
    token: 'none',
    user: { username: '', role: 'admin', operator_role: 'owner' },
  });
  return open(createAppRouter, '/admin/dashboard');
}

/** A page as it stands before any answer. */
async function open(
  createRouter: typeof createPortalRouter | typeof createAppRouter,
  path: string,
): Promise<ReactNode> {
  const router = createRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

async function renderInAll(
  page: ReactNode,
  render: (page: ReactNode) => string = renderToStaticMarkup,
): Promise<RenderedPages> {
  const rendered: Partial<RenderedPages> = {};
  for (const language of languages) {
    await changeLanguage(language);
    const { t } = translation();
    rendered[language] = {
      html: render(page),
      title: t('page.title'),
      description: t('page.description'),
    };
  }
  const { th: thai, en: english } = rendered;
  if (!thai || !english) throw new Error('a language was not rendered');
  return { th: thai, en: english };
}
