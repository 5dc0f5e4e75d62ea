import { OidcClient } from '../modules/oidc/client.ts';
import type { Config } from '../installation/config.ts';

/** A client of the provider through which operators may log in. Null: none is configured. */
export function makeOidcClient(config: Config): OidcClient | null {
  const { oidc_issuer: issuer, oidc_client_id: clientId, public_url: publicUrl } = config;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null;
  return new OidcClient({
    issuer,
    clientId,
    clientSecret: config.oidc_client_secret,
    label: config.oidc_label,
    redirectUri: new URL('/api/auth/oidc/callback', publicUrl).href,
  });
}
