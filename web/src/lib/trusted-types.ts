/** Only what TypeScript's own library does not know of yet (https://www.w3.org/TR/trusted-types/). */
export interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): string };
}
