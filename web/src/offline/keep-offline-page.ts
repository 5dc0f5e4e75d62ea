import { trustScript } from '../lib/trusted-types.ts';

const script = '/service-worker.js';

/**
 * Has the browser keep the page that says "offline" (service-worker.ts). Once the rest is done, and
 * without a word where the browser cannot: over plain HTTP, or in a private window.
 */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    void navigator.serviceWorker.register(trustScript('faiwatch', script)).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
