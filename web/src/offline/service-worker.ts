/**
 * Keeps one page, the one that says "offline", and shows it where a page cannot be fetched; and shows the
 * alerts that a browser is sent. Nothing
 * else is kept: what the API answers is true only while the server says it.
 *
 * What that page needs the build puts in the place of OFFLINE_FILES.
 */
import { showPushes } from './show-pushes.ts';

/** As far as this script uses it; the types of the DOM do not know it. */
interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

interface LifecycleEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

declare const OFFLINE_FILES: OfflineFiles;

const worker = globalThis as unknown as WorkerScope;
const { page, version, paths } = OFFLINE_FILES;
const cacheName = `offline-${version}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOthers(), worker.registration.navigationPreload?.enable()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(showPage(event));
  else if (paths.includes(new URL(request.url).pathname)) event.respondWith(fetchOrKept(request));
});

showPushes();

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(paths);
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

async function showPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

async function fetchOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

/** What the service worker keeps, as the build tells it. */
export interface OfflineFiles {
  /** Changes whenever any of the files does. */
  version: string;
  page: string;
  /** The page and all it needs. */
  paths: readonly string[];
}
