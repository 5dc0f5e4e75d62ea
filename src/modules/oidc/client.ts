import type * as Oidc from 'openid-client';
import { AppError } from '../../domain/errors.ts';
import { fetchWithin } from '../../outbound/call-out.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { OidcUser } from './identity.ts';

interface OidcSettings {
  /** https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without one; PKCE is used in any case. */
  readonly clientSecret: string | undefined;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
}

/** What the browser keeps between leaving for the provider and coming back. */
export interface OidcTrip {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const patienceSeconds = 10;
/** A provider has a few keys, and says of itself what fits on some pages. */
const callProvider = fetchWithin({
  timeoutMs: patienceSeconds * 1000,
  maxBytes: 256 * 1024,
}) as Oidc.CustomFetch;

/** Loaded at the first log-in: few installations have a provider. */
const loadOidc = () => import('openid-client');

/** Asks an OpenID provider for an identity: authorization code with PKCE, state and nonce. */
export class OidcClient {
  readonly #settings: OidcSettings;
  #configuration: Promise<Oidc.Configuration> | null = null;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /**
   * Where the browser goes, and what it keeps.
   * @param isAnew whether the provider must ask who it is, even if they are logged in there
   */
  async begin(isAnew: boolean): Promise<{ readonly url: URL; readonly trip: OidcTrip }> {
    const oidc = await loadOidc();
    const trip = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: this.#settings.redirectUri,
      scope: 'openid email',
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      // One means the other (OpenID Connect Core 1.0 section 3.1.2.1); some providers know only one of them.
      ...(isAnew && { prompt: 'login', max_age: '0' }),
    });
    return { url, trip };
  }

  /**
   * @param query that the browser brought back from the provider
   * @throws AppError INVALID_CREDENTIALS when the provider does not vouch for anybody; else whatever kept it
   *   from answering
   */
  async finish(query: string, trip: OidcTrip): Promise<OidcUser> {
    const url = new URL(this.#settings.redirectUri);
    url.search = query;
    const configuration = await this.#discover();
    const checks = {
      pkceCodeVerifier: trip.verifier,
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      idTokenExpected: true,
    };
    const oidc = await loadOidc();
    const tokens = await oidc
      .authorizationCodeGrant(configuration, url, checks)
      .catch((error: unknown) => {
        const cause = causeOf(error);
        throw isRefusal(oidc, cause) ? new AppError('INVALID_CREDENTIALS', cause.message) : cause;
      });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no id token');
    const { iss, sub, email, email_verified: isVerified, auth_time: at } = claims;
    const isEmailGood = typeof email === 'string' && isVerified === true;
    // Both are of the provider's clock, whatever ours says.
    const ageMs = at === undefined ? null : Math.max(0, claims.iat - at) * 1000;
    return { issuer: iss, subject: sub, email: isEmailGood ? email : null, ageMs };
  }

  /** Fetched at the first log-in: a provider that is down must not keep the server from starting. */
  #discover(): Promise<Oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const url = new URL(issuer);
    this.#configuration ??= loadOidc()
      .then((oidc) =>
        oidc.discovery(url, clientId, clientSecret, undefined, {
          timeout: patienceSeconds,
          [oidc.customFetch]: callProvider,
          execute: [
            // The ID token is believed for its signature, by a key of the provider's, as well as for where it came from.
            oidc.enableNonRepudiationChecks,
            ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
          ],
        }),
      )
      .catch((error: unknown) => {
        this.#configuration = null;
        throw causeOf(error);
      });
    return this.#configuration;
  }
}

/** The library says "something went wrong" of a call that did not come through. */
function causeOf(error: unknown): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return cause instanceof OutboundError ? cause : error;
}

/** Whether the provider answered with a refusal, as opposed to not answering. */
function isRefusal(oidc: typeof Oidc, error: unknown): error is Error {
  if (error instanceof oidc.ClientError) return error.code !== 'OAUTH_TIMEOUT';
  return (
    error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError
  );
}
