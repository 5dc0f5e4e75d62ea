import type { TrustedTypes } from '../lib/trusted-types.ts';

const script = '/service-worker.js';

/**
 * Has the browser keep the page that says "offline" (service-worker.ts). Once the rest is done, and
 * without a word where the browser cannot: over plain HTTP, or in a private window.
 */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(trust(script)).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** The content-security policy takes the address of a script from this policy only. */
function trust(url: typeof script): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  // Its only rule gives out a constant: nothing that somebody else wrote can pass for code.
  const policy = trustedTypes?.createPolicy('faiwatch', { createScriptURL: () => script });
  return policy?.createScriptURL(url) ?? url;
}
