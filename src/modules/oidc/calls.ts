import { z } from 'zod';
import { limitLogins } from '../../actions/people/limit-logins.ts';
import { admit } from '../../actions/people/sign-in.ts';
import { adminLoginAnswerSchema, oidcLoginSchema } from '../../contract/people/auth.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { answerOperator, signInOf } from '../../http/people/auth.ts';
import { findAdminById } from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findAdminSession } from '../../store/people/sessions.ts';
import type { Core } from '../module.ts';
import type { OidcClient, OidcTrip } from './client.ts';
import { oidcProofAnswerSchema } from './contract.ts';
import { findLinkedOperator, findOidcOperator, type OidcUser } from './identity.ts';

const tag = 'Log-in';
const cookieName = 'faiwatch-oidc';
const tripMs = 10 * 60_000;
/** The name under which log-ins count until it is known whose they are. */
const providersAccount = 'oidc';
/** The page fetches its token at once. */
const codeMs = 60_000;
const loginPage = '/admin/login';
const proofPage = '/admin/again';

type OidcCore = Pick<Core, 'monitor' | 'config' | 'tickets' | 'tokens'>;

/** Log-in through an OpenID provider. @param provider null: none is configured */
export function oidcRoutes(core: OidcCore, provider: OidcClient | null): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/auth/oidc/start',
        access: 'public',
        tag,
        summary: 'Go to the OpenID provider',
        description: 'For the browser’s own navigation.',
        otherAnswers: { 302: 'To the provider' },
        errors: ['NOT_FOUND', 'UNAVAILABLE'],
      },
      async ({ now }) => {
        const { url, cookie } = await leaveForProvider(core, provider, null, now);
        return redirect(url, cookie);
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/auth/oidc/callback',
        access: 'public',
        tag,
        summary: 'Come back from the OpenID provider',
        query: () => z.looseObject({}),
        otherAnswers: {
          302: `To \`${loginPage}#oidc=CODE\`, or to \`#oidc_error=\` and \`unknown\` (nobody here is that), or \`failed\`. A proof comes back to \`${proofPage}\`, also with \`unproven\` (the provider asked nobody)`,
        },
        errors: ['NOT_FOUND'],
      },
      async ({ request, address, now }) => {
        const to = await comeBack(core, requireProvider(provider), request, address, now);
        return redirect(to, cookieOf(core, '', 0));
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/oidc',
        access: 'public',
        tag,
        summary: 'Log in with what the OpenID provider said',
        description: 'What stands behind `#oidc=`; it is good for a minute, and once.',
        body: oidcLoginSchema,
        answer: adminLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS'],
      },
      async ({ body, address, request, now }) => {
        const subject = core.tickets.take('oidc', body.code, 1, now.wallMs) ?? '';
        const [id = Number.NaN, tokenVersion, ageMs] = subject.split('.').map(Number);
        const admin = findAdminById(core.monitor.store, id);
        if (admin === undefined || admin.tokenVersion !== tokenVersion) {
          throw new AppError(
            'INVALID_CREDENTIALS',
            'This log-in took too long. Please begin anew.',
          );
        }
        const account = admit(core.monitor.store, admin, address, now);
        const signIn = { ...signInOf('oidc', address, request), ageMs };
        return answerOperator(core, account, signIn, now);
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/reauthenticate/oidc',
        access: 'viewer',
        // Free, so that whoever stole a session cannot use up what its owner needs.
        cost: 'exempt',
        tag,
        summary: 'Begin to prove it at the OpenID provider',
        description:
          'Answers where the browser goes, and sets the cookie with which it comes back. The provider is told to ask who it is, whether or not they are logged in there.',
        answer: oidcProofAnswerSchema,
        errors: ['NOT_FOUND', 'UNAVAILABLE'],
      },
      async ({ caller, now }) => {
        const { url, cookie } = await leaveForProvider(core, provider, caller.sessionId, now);
        const headers = { 'Set-Cookie': cookie };
        return Response.json({ ok: true, data: { url } }, { headers });
      },
    ),
  ];
}

/** What the browser keeps, and whose it is. */
interface Trip extends OidcTrip {
  /** The session that is to be proven. Null: one is to be opened. */
  readonly sessionId: string | null;
  /** Epoch ms. */
  readonly leftAt: number;
}

/**
 * Where the browser goes, and the cookie with which it comes back.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
async function leaveForProvider(
  core: OidcCore,
  provider: OidcClient | null,
  sessionId: string | null,
  now: Instant,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { url, trip } = await requireProvider(provider)
    .begin(sessionId !== null)
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      core.monitor.log.warn({ err: error }, 'the OpenID provider cannot be reached');
      throw new AppError('UNAVAILABLE', 'The OpenID provider cannot be reached.', {
        retryAfterSeconds: 30,
      });
    });
  const kept: Trip = { ...trip, sessionId, leftAt: now.wallMs };
  const ticket = core.tickets.issue('oidc-trip', JSON.stringify(kept), now.wallMs + tripMs);
  return { url: url.href, cookie: cookieOf(core, ticket, tripMs / 1000) };
}

/** @returns the page, with a code or the reason why there is none */
async function comeBack(
  core: OidcCore,
  provider: OidcClient,
  request: Request,
  address: string,
  now: Instant,
): Promise<string> {
  const { monitor, tickets } = core;
  const ticket = readCookie(request);
  const kept = tickets.read('oidc-trip', ticket, now.wallMs);
  if (kept === null) return `${loginPage}#oidc_error=failed`;
  const trip: Trip = JSON.parse(kept);
  const page = trip.sessionId === null ? loginPage : proofPage;
  let user: OidcUser;
  try {
    // Limits how often callers can make this server ask the provider.
    user = await limitLogins(monitor, { address, account: providersAccount }, now, async () => {
      if (tickets.take('oidc-trip', ticket, 1, now.wallMs) === null) {
        throw new AppError('INVALID_CREDENTIALS', 'This log-in is over.');
      }
      return provider.finish(new URL(request.url).search, trip);
    });
  } catch (error) {
    monitor.log.warn({ err: error }, 'a log-in through the OpenID provider failed');
    return `${page}#oidc_error=failed`;
  }
  const { sessionId, leftAt } = trip;
  const outcome =
    sessionId === null
      ? openSession(core, user, address, now)
      : proveSession(core, user, { sessionId, leftAt }, now);
  return `${page}#${outcome}`;
}

/** @returns a code for a new session */
function openSession(
  { monitor: { store }, tickets }: OidcCore,
  user: OidcUser,
  address: string,
  now: Instant,
): string {
  const admin = store.transaction(() => {
    const found = findOidcOperator(store, user);
    if (found?.isNew === true) {
      const actor = { name: `admin:${found.admin.username}`, address };
      const entry = { actor, action: 'admin.link-oidc', subject: found.admin.username };
      writeAudit(store, entry, now.wallMs);
    }
    return found?.admin;
  });
  if (admin === undefined) return 'oidc_error=unknown';
  // A provider that does not say when they logged in there vouches for now.
  const subject = `${admin.id}.${admin.tokenVersion}.${user.ageMs ?? 0}`;
  return `oidc=${tickets.issue('oidc', subject, now.wallMs + codeMs)}`;
}

/** @returns a code that proves the session once */
function proveSession(
  { monitor: { store }, tickets }: OidcCore,
  user: OidcUser,
  { sessionId, leftAt }: { readonly sessionId: string; readonly leftAt: number },
  { wallMs }: Instant,
): string {
  const admin = findLinkedOperator(store, user);
  if (admin === undefined || findAdminSession(store, sessionId)?.id !== admin.id) {
    return 'oidc_error=unknown';
  }
  // They must have logged in there since the browser left; the provider tells whole seconds.
  const { ageMs } = user;
  if (ageMs === null || ageMs > wallMs - leftAt + 1000) return 'oidc_error=unproven';
  return `oidc=${tickets.issue('oidc-proof', `${sessionId}.${ageMs}`, wallMs + codeMs)}`;
}

/** @throws AppError NOT_FOUND */
function requireProvider(provider: OidcClient | null): OidcClient {
  if (provider === null) throw new AppError('NOT_FOUND', 'No OpenID provider is set up.');
  return provider;
}

/** Only the browser that left can come back: a link cannot log anybody in as somebody else. */
function cookieOf({ config }: OidcCore, value: string, maxAgeSeconds: number): string {
  const secure = config.public_url?.startsWith('https:') === true ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/api/auth/oidc; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

function readCookie({ headers }: Request): string {
  const pairs = (headers.get('cookie') ?? '').split(/;\s*/);
  const own = pairs.find((pair) => pair.startsWith(`${cookieName}=`));
  return own?.slice(cookieName.length + 1) ?? '';
}

function redirect(location: string, setCookie: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Set-Cookie': setCookie, 'Cache-Control': 'no-store' },
  });
}
