import { keepOfflinePage } from '../offline/keep-offline-page.ts';
import { findObstacle, PushRefusal, readSubscription, subscribe } from './push-subscription.ts';

/** Shows the buttons that have this browser told of areas of the public page, where it can be. */
export function followStatus(): void {
  const section = document.getElementById('browser');
  const key = section?.dataset['key'];
  if (section === null || key === undefined || findObstacle() !== null) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-follow]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      void work(button, section.dataset, () => follow(key, button.dataset['follow'] ?? ''));
    });
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-push]')) part.hidden = false;
  const end = document.getElementById('end-browser');
  end?.addEventListener('click', () => void work(end, section.dataset, () => leave(key)));
  void showEnd(key);
}

type Outcome = 'asked' | 'ended' | 'denied' | 'failed';

/** Says beside the button what became of it. */
async function work(
  button: HTMLElement,
  words: DOMStringMap,
  what: () => Promise<Outcome>,
): Promise<void> {
  const outcome = await what().catch(
    (error: unknown): Outcome =>
      error instanceof PushRefusal && error.reason === 'dismissed' ? 'denied' : 'failed',
  );
  const status = button.closest('details, section')?.querySelector('[role=status]');
  if (status != null) status.textContent = words[outcome] ?? '';
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
