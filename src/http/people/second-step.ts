import { askForPasskey } from '../../actions/people/passkeys.ts';
import { logInWithCode, logInWithPasskey, readChallenge } from '../../actions/people/sign-in.ts';
import {
  adminLoginAnswerSchema,
  passkeyLoginSchema,
  passkeyOptionsAnswerSchema,
  passkeyOptionsSchema,
  secondFactorSchema,
} from '../../contract/people/auth.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { answerOperator, signInOf } from './auth.ts';
import { requireRelyingParty } from './relying-party.ts';

const tag = 'Log-in';

/** Log-in with more than a password, or without one. */
export function secondStepRoutes(context: ApiContext): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/auth/second-factor',
        access: 'public',
        tag,
        summary: 'Go on with a log-in by a code',
        description:
          'After 401 SECOND_FACTOR_REQUIRED: the code of the authenticator app, or a recovery code. A challenge is good for five minutes and five tries; then the log-in begins anew (CHALLENGE_EXPIRED).',
        body: secondFactorSchema,
        answer: adminLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS', 'CHALLENGE_EXPIRED', 'RATE_LIMITED'],
      },
      async ({ body, address, request, now }) => {
        const account = await logInWithCode(context, body, address, now);
        return answerOperator(context, account, signInOf('password', address, request), now);
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/passkey/options',
        access: 'public',
        tag,
        summary: 'Begin to log in with a passkey',
        description:
          'What the browser is to be given (WebAuthn level 3, `PublicKeyCredentialRequestOptionsJSON`); good for five minutes, once. With the challenge of a log-in as its second step, without instead of a password.',
        body: passkeyOptionsSchema,
        answer: passkeyOptionsAnswerSchema,
        errors: ['CHALLENGE_EXPIRED', 'CONFLICT'],
      },
      async ({ body: { challenge }, request, now }) => {
        const party = requireRelyingParty(context, request);
        const adminId = challenge === undefined ? null : readChallenge(context, challenge, now).id;
        const options = await askForPasskey(context, { adminId, sessionId: null }, party, now);
        return { ok: true as const, data: { id: options.challenge, options: { ...options } } };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/auth/passkey',
        access: 'public',
        tag,
        summary: 'Log in with a passkey',
        description: 'With what the browser answered (`AuthenticationResponseJSON`).',
        body: passkeyLoginSchema,
        answer: adminLoginAnswerSchema,
        errors: ['INVALID_CREDENTIALS', 'CHALLENGE_EXPIRED', 'CONFLICT'],
      },
      async ({ body, address, request, now }) => {
        const party = requireRelyingParty(context, request);
        const given = { challenge: body.challenge, response: body.response as never };
        const account = await logInWithPasskey(context, given, party, address, now);
        return answerOperator(context, account, signInOf('passkey', address, request), now);
      },
    ),
  ];
}
