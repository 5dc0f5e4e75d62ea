import type { Config } from '../../installation/config.ts';
import type { Core, ModuleBody } from '../module.ts';
import { oidcRoutes } from './calls.ts';
import { OidcClient } from './client.ts';

/** Without a provider in the configuration its calls answer 404, as they do where the module is off. */
export function startOidc(core: Core): ModuleBody {
  const { config } = core;
  const client = makeOidcClient(config);
  return {
    routes: oidcRoutes(core, client),
    ...(client !== null && { provider: { label: config.oidc_label } }),
  };
}

function makeOidcClient(config: Config): OidcClient | null {
  const { oidc_issuer: issuer, oidc_client_id: clientId, public_url: publicUrl } = config;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null;
  return new OidcClient({
    issuer,
    clientId,
    clientSecret: config.oidc_client_secret,
    redirectUri: new URL('/api/auth/oidc/callback', publicUrl).href,
  });
}
