import { z } from 'zod';
import { limitLogins } from '../../actions/people/limit-logins.ts';
import { findOidcOperator, type OidcUser } from '../../actions/people/oidc-identity.ts';
import { admit } from '../../actions/people/sign-in.ts';
import { adminLoginAnswerSchema, oidcLoginSchema } from '../../contract/people/auth.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { findAdminById } from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { answerOperator, signInOf } from './auth.ts';
import type { OidcClient, OidcTrip } from './oidc-client.ts';

const tag = 'Log-in';
const cookieName = 'faiwatch-oidc';
const tripMs = 10 * 60_000;
/** The name under which log-ins count until it is known whose they are. */
const providersAccount = 'oidc';
/** The page fetches its token at once. */
const codeMs = 60_000;
const loginPage = '/admin/login';

/** Log-in through an OpenID provider, if one is configured. */
export function oidcRoutes(context: ApiContext): Route[] {
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
        const { url, trip } = await requireProvider(context)
          .begin()
          .catch((error: unknown) => {
            if (error instanceof AppError) throw error;
            context.monitor.log.warn({ err: error }, 'the OpenID provider cannot be reached');
            throw new AppError('UNAVAILABLE', 'The OpenID provider cannot be reached.', {
              retryAfterSeconds: 30,
            });
          });
        const expiresAt = now.wallMs + tripMs;
        const kept = context.tickets.issue('oidc-trip', JSON.stringify(trip), expiresAt);
        return redirect(url.href, cookie(context, kept, tripMs / 1000));
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/auth/oidc/callback',
        access: 'public',
        tag,
        summary: 'Come back from the OpenID provider',
        query: z.looseObject({}),
        otherAnswers: {
          302: `To \`${loginPage}#oidc=CODE\`, or to \`#oidc_error=\` and \`unknown\` (nobody here is that), or \`failed\``,
        },
        errors: ['NOT_FOUND'],
      },
      async ({ request, address, now }) => {
        const provider = requireProvider(context);
        const outcome = await comeBack(context, provider, request, address, now);
        return redirect(`${loginPage}#${outcome}`, cookie(context, '', 0));
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
        const subject = context.tickets.take('oidc', body.code, 1, now.wallMs) ?? '';
        const [id, tokenVersion] = subject.split('.').map(Number);
        const admin = id === undefined ? undefined : findAdminById(context.monitor.store, id);
        if (admin === undefined || admin.tokenVersion !== tokenVersion) {
          throw new AppError(
            'INVALID_CREDENTIALS',
            'This log-in took too long. Please begin anew.',
          );
        }
        const account = admit(context.monitor.store, admin, address, now);
        return answerOperator(context, account, signInOf('oidc', address, request), now);
      },
    ),
  ];
}

/** @returns the code for the page */
async function comeBack(
  { monitor, tickets }: ApiContext,
  provider: OidcClient,
  request: Request,
  address: string,
  now: Instant,
): Promise<string> {
  const { store, log } = monitor;
  const ticket = readCookie(request);
  if (tickets.read('oidc-trip', ticket, now.wallMs) === null) return 'oidc_error=failed';
  let user: OidcUser;
  try {
    // Limits how often callers can make this server ask the provider.
    user = await limitLogins(monitor, { address, account: providersAccount }, now, async () => {
      const trip = tickets.take('oidc-trip', ticket, 1, now.wallMs);
      if (trip === null) throw new AppError('INVALID_CREDENTIALS', 'This log-in is over.');
      return provider.finish(new URL(request.url).search, JSON.parse(trip) as OidcTrip);
    });
  } catch (error) {
    log.warn({ err: error }, 'a log-in through the OpenID provider failed');
    return 'oidc_error=failed';
  }
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
  const subject = `${admin.id}.${admin.tokenVersion}`;
  return `oidc=${tickets.issue('oidc', subject, now.wallMs + codeMs)}`;
}

/** @throws AppError NOT_FOUND */
function requireProvider({ oidc }: ApiContext): OidcClient {
  if (oidc === null) throw new AppError('NOT_FOUND', 'No OpenID provider is set up.');
  return oidc;
}

/** Only the browser that left can come back: a link cannot log anybody in as somebody else. */
function cookie({ publicUrl }: ApiContext, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl?.startsWith('https:') === true ? '; Secure' : '';
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
