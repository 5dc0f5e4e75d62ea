/**
 * The log-in by itself, without router, queries and forms. What comes after it is fetched while somebody types.
 */
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { LogInPage } from './features/portal/components/log-in-page.tsx';
import { startI18n } from './lib/i18n.ts';
import { settleFonts } from './lib/late-fonts.ts';
import { hasLoginLink } from './lib/login-link.ts';
import { customerSession } from './lib/session.ts';

const logInPath = '/customer';
const dashboardPath = '/customer/dashboard';

/** Pages of customers that ask for no log-in: a link in a message, and the set-up of a board. */
const openToAll = ['/customer/link', '/customer/flash'];

/** Nobody is logged in, and the address is of a page that asks for it: nothing but the log-in is needed. */
export function isLogInEnough(): boolean {
  const path = location.pathname.replace(/\/$/, '');
  return customerSession.read() === null && !openToAll.includes(path);
}

/** Ends when the page is drawn. */
export async function startLogIn(root: Root): Promise<void> {
  showLogInAddress();
  await startI18n({
    th: async () => (await import('./portal-log-in-texts-th.ts')).default,
    en: async () => (await import('./portal-log-in-texts-en.ts')).default,
  });
  await settleFonts();
  if (hasLoginLink(location.hash)) fetchPortal();
  else document.addEventListener('focusin', fetchPortal, { once: true });
  root.render(
    <StrictMode>
      <LogInPage onIn={() => goOn(root)} />
    </StrictMode>,
  );
}

/** The page that was asked for stands in the state of the browser's history, as where the router leads here. */
function showLogInAddress(): void {
  const { pathname, search, hash } = location;
  if (pathname.replace(/\/$/, '') === logInPath) return;
  history.replaceState({ cameFor: pathname + search + hash }, '', logInPath);
}

/** The scripts of the page behind the log-in; the document names them in a template. */
function fetchPortal(): void {
  const scripts = document.getElementById(`dashboard-${document.documentElement.lang}-scripts`);
  if (scripts instanceof HTMLTemplateElement) document.head.append(scripts.content);
}

async function goOn(root: Root): Promise<void> {
  const came: unknown = history.state?.cameFor;
  const path = typeof came === 'string' ? came : dashboardPath;
  try {
    const { startPortal } = await import('./portal-app.tsx');
    history.replaceState(null, '', path);
    await startPortal(root);
  } catch {
    // A script that does not come now is asked for by the next document.
    location.replace(path);
  }
}
