/** Shows the alerts that this browser is sent, and does what is pressed on them; no page need be open. */
import type { PushNotice } from '../../../src/domain/alerts/push-notice.ts';

/** As far as this script uses it; the types of the DOM do not know it. */
interface PushScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void): void;
}

interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface PushEvent extends Lasting {
  readonly data: { json(): PushNotice } | null;
}
interface ClickEvent extends Lasting {
  readonly action: string;
  readonly notification: Notification;
}
interface ChangeEvent extends Lasting {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** What notifications have beyond the types of the DOM (https://notifications.spec.whatwg.org). */
interface ShownOptions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly renotify?: boolean;
}

export function showPushes(): void {
  const worker = globalThis as unknown as PushScope;
  worker.addEventListener('push', (event) => {
    const notice = event.data?.json();
    if (notice !== undefined) event.waitUntil(take(worker, notice));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { action, notification } = event;
    const notice: PushNotice = notification.data;
    notification.close();
    const isPress = action === 'press' && notice.press !== null;
    event.waitUntil(isPress ? press(worker, notice) : openPage(worker, notice));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(changeAddress(worker, event));
  });
}

/** A notice may want an answer, so that its sender knows that it came to a browser. */
async function take(worker: PushScope, notice: PushNotice): Promise<void> {
  const { answer } = notice;
  const isTaken = answer === null || (await post(answer.path));
  await show(worker, isTaken ? notice : { ...notice, body: answer.failed }, true);
}

function post(path: string): Promise<boolean> {
  return fetch(path, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @param isLoud it also rings where another one of the same tag is shown */
async function show(worker: PushScope, notice: PushNotice, isLoud: boolean): Promise<void> {
  const { title, body, tag, language, isUrgent, open, press } = notice;
  const actions = [
    ...(press === null ? [] : [{ action: 'press', title: press.text }]),
    { action: 'open', title: open },
  ];
  const options: ShownOptions = {
    ...{ body, tag, lang: language, data: notice, actions, requireInteraction: isUrgent },
    ...{ icon: '/icon-192.png', badge: '/icon-192.png', renotify: isLoud, silent: !isLoud },
  };
  await worker.registration.showNotification(title, options);
}

async function press(worker: PushScope, notice: PushNotice): Promise<void> {
  if (notice.press === null) return;
  const { path, done, failed } = notice.press;
  const isDone = await post(path);
  const after = isDone ? { body: done, press: null } : { body: failed };
  await show(worker, { ...notice, answer: null, ...after, isUrgent: !isDone }, false);
}

async function openPage({ clients }: PushScope, { page }: PushNotice): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => new URL(url).pathname.startsWith(page));
  await (shown === undefined ? clients.openWindow(page) : shown.focus());
}

/** The push service has given this browser another address. */
async function changeAddress({ registration }: PushScope, event: ChangeEvent): Promise<void> {
  const before = event.oldSubscription;
  if (before == null) return;
  const after = event.newSubscription ?? (await registration.pushManager.subscribe(before.options));
  const [from, to] = [before, after].map((subscription) => {
    const { endpoint, keys } = subscription.toJSON();
    return { endpoint, keys };
  });
  await fetch('/api/customer/browsers', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ before: from, after: to }),
  });
}
