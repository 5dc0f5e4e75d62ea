const script = '/service-worker.js';

/** Only what TypeScript's own library does not know of yet (https://www.w3.org/TR/trusted-types/). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

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
