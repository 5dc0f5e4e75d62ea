import { endSession, endSessions, nameSession } from '../../actions/people/end-sessions.ts';
import { type AdminAccount, findAccount } from '../../actions/people/find-account.ts';
import { logInWithLink } from '../../actions/people/link-login.ts';
import {
  changePassword,
  type Identity,
  logInAdmin,
  logInCustomer,
} from '../../actions/people/log-in.ts';
import { type SignIn, startSession } from '../../actions/people/start-session.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  adminLoginAnswerSchema,
  adminLoginSchema,
  changePasswordAnswerSchema,
  changePasswordSchema,
  customerLoginAnswerSchema,
  customerLoginSchema,
  linkLoginSchema,
} from '../../contract/people/auth.ts';
import { AppError } from '../../domain/errors.ts';
import { texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { SessionMethod } from '../../domain/states.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Log-in';

/** Logging in and out. */
export function authRoutes(context: ApiContext): Route[] {
  const { monitor, tokens } = context;
  /** @returns the token of a new session */
  const begin = (account: Identity, signIn: SignIn, now: Instant) =>
    tokens.sign(startSession(monitor, account, signIn, now), now.wallMs);
  return [
    route(
      {
        method: 'POST',
        path: '/api/auth/login',
        access: 'public',
        tag,
        summary: 'Log in as an administrator',
        body: adminLoginSchema,
        answer: adminLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
      },
      async ({ body, address, request, now }) => {
        const account = await logInAdmin(context, body, address, now);
        return answerOperator(context, account, signInOf('password', address, request), now);
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/customer-login',
        access: 'public',
        tag,
        summary: 'Log in as a customer',
        description: 'With any activation key the customer holds, an expired one included.',
        body: customerLoginSchema,
        answer: customerLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
      },
      async ({ body, address, request, now }) => {
        const account = await logInCustomer(context, body, address, now);
        return {
          ok: true as const,
          token: await begin(account, signInOf('key', address, request), now),
          user: { name: account.name, phone: account.phone },
        };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/link-login',
        access: 'public',
        tag,
        summary: 'Log in as a customer with a link of the bot',
        description: 'What stands behind `#login=` in it. It is good for ten minutes, and once.',
        body: linkLoginSchema,
        answer: customerLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS'],
      },
      async ({ body, address, request, now }) => {
        const { account, recipientId } = logInWithLink(monitor, body.token, address, now);
        const signIn = { ...signInOf('link', address, request), recipientId };
        return {
          ok: true as const,
          token: await begin(account, signIn, now),
          user: { name: account.name, phone: account.phone },
        };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/change-password',
        access: 'viewer',
        cost: 'exempt',
        tag,
        summary: 'Change the own password',
        description: 'Ends every other session of the account; this one goes on with a new token.',
        body: changePasswordSchema,
        answer: changePasswordAnswerSchema,
        errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED'],
      },
      async ({ body, caller, actor, now }) => {
        const { currentPassword, newPassword, confirmPassword = newPassword } = body;
        if (confirmPassword !== newPassword) {
          throw new AppError('VALIDATION', texts.passwordsDiffer, {
            fields: { confirmPassword: texts.passwordsDiffer },
          });
        }
        const given = { current: currentPassword, next: newPassword };
        const account = await changePassword(context, caller, given, actor, now);
        return {
          ok: true as const,
          message: 'Password changed',
          token: await tokens.sign(account, now.wallMs),
        };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/logout',
        access: 'account',
        cost: 'exempt',
        tag,
        summary: 'End the own session',
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, actor, now }) => {
        endSession(monitor, caller, nameSession(caller.sessionId), actor, now);
        return { ok: true as const, message: 'Logged out' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/logout-everywhere',
        access: 'account',
        forOwner: true,
        cost: 'exempt',
        tag,
        summary: 'End every session of the own account',
        answer: () => doneAnswer,
      },
      ({ caller, actor, now }) => {
        endSessions(monitor, caller, actor, now);
        return { ok: true as const, message: 'Logged out everywhere' };
      },
    ),
  ];
}

/** The answer to an operator who is logged in. */
export async function answerOperator(
  { monitor, tokens }: Pick<ApiContext, 'monitor' | 'tokens'>,
  identity: Identity<AdminAccount>,
  signIn: SignIn,
  now: Instant,
) {
  const claims = startSession(monitor, identity, signIn, now);
  const { account } = findAccount(monitor, claims, now.wallMs);
  const mustSet = account.kind === 'admin' && account.mustSetSecondFactor;
  return {
    ok: true as const,
    token: await tokens.sign(claims, now.wallMs),
    user: {
      username: identity.username,
      role: 'admin' as const,
      operator_role: identity.role,
      ...(mustSet && { must_set_second_factor: true as const }),
    },
  };
}

export function signInOf(method: SessionMethod, address: string, request: Request): SignIn {
  return { method, address, userAgent: request.headers.get('user-agent') };
}
