/** Only what TypeScript's own library does not know of yet (https://www.w3.org/TR/trusted-types/). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): string };
}

/**
 * The content-security policy takes addresses of scripts from these policies only. Each gives out one
 * constant: nothing that somebody else wrote can pass for code.
 * @param name `default` is what a library's own calls go through
 * @returns the address, as the browser takes it
 */
export function trustScript(name: 'faiwatch' | 'default', script: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(name, {
    createScriptURL: (url) => (url === script ? script : null),
  });
  return policy?.createScriptURL(script) ?? script;
}
