/** All the script that the public page has, which is made on the server: its theme, its fonts, and following an area. */
import { holdFontsOfPage } from '../../lib/late-fonts.ts';
import {
  findObstacle,
  PushRefusal,
  readSubscription,
  subscribe,
} from '../../lib/push-subscription.ts';
import { showInitialTheme } from '../../lib/theme.ts';
import { keepOfflinePage } from '../../offline/keep-offline-page.ts';

showInitialTheme();
holdFontsOfPage();
document.addEventListener('DOMContentLoaded', followStatus);

/** Shows the button that has this browser told of an area of the public page, where it can be. */
function followStatus(): void {
  const section = document.getElementById('browser');
  const area = document.querySelector<HTMLSelectElement>('#follow-area');
  const button = document.getElementById('follow-browser');
  const key = section?.dataset['key'];
  if (section === null || area === null || button === null || key === undefined) return;
  if (findObstacle() !== null) return;
  section.hidden = false;
  button.hidden = false;
  button.addEventListener('click', () => {
    if (area.reportValidity()) void work(section, () => follow(key, area.value));
  });
  const end = document.getElementById('end-browser');
  end?.addEventListener('click', () => void work(section, () => leave(key)));
  void showEnd(key);
}

type Outcome = 'asked' | 'ended' | 'denied' | 'failed';

/** Says below the buttons what became of it. */
async function work(section: HTMLElement, what: () => Promise<Outcome>): Promise<void> {
  const outcome = await what().catch(
    (error: unknown): Outcome =>
      error instanceof PushRefusal && error.reason === 'dismissed' ? 'denied' : 'failed',
  );
  const status = section.querySelector('[role=status]');
  if (status !== null) status.textContent = section.dataset[outcome] ?? '';
}

async function follow(key: string, area: string): Promise<Outcome> {
  // What takes the messages and answers them.
  if ((await navigator.serviceWorker.getRegistration()) === undefined) keepOfflinePage();
  const { endpoint, keys } = (await subscribe(key)).toJSON();
  const isAsked = await post(`?lang=${document.documentElement.lang}`, { area, endpoint, keys });
  await showEnd(key);
  return isAsked ? 'asked' : 'failed';
}

/** The account of a customer may use the same subscription, so it stays. */
async function leave(key: string): Promise<Outcome> {
  const subscription = await readSubscription(key);
  if (subscription === null) return 'ended';
  const { endpoint, keys } = subscription.toJSON();
  return (await post('/end', { endpoint, keys })) ? 'ended' : 'failed';
}

async function showEnd(key: string): Promise<void> {
  const end = document.getElementById('end-browser');
  if (end !== null) end.hidden = (await readSubscription(key)) === null;
}

async function post(path: string, body: object): Promise<boolean> {
  const { ok } = await fetch(`/api/public/status/browsers${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ok;
}
