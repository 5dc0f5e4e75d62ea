import { proveByPassword } from '../../actions/people/log-in.ts';
import { askForPasskey } from '../../actions/people/passkeys.ts';
import { proveByCode, proveByPasskey, proveByProvider } from '../../actions/people/prove.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  passkeyProofAnswerSchema,
  reauthenticateSchema,
} from '../../contract/people/reauthenticate.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { requireRelyingParty } from './relying-party.ts';

// Free, so that whoever stole a session cannot use up what its owner needs.
const common = { access: 'viewer', cost: 'exempt', tag: 'Log-in' } as const;

/** Proving again whose a session is. */
export function reauthenticateRoutes(context: ApiContext): Route[] {
  return [
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/auth/reauthenticate',
        summary: 'Prove again that it is you',
        description:
          'Calls that change who may come in answer 403 REAUTHENTICATION_REQUIRED to a session whose last proof is older than five minutes, with `methods` that the account can prove itself by. A log-in is a proof, too. One of `password`, `code`, `passkey` or `oidc` is good for this session alone. Twenty wrong answers in a day are taken of a session; then it takes a new log-in.',
        body: reauthenticateSchema,
        answer: () => doneAnswer,
        errors: ['INVALID_CREDENTIALS', 'RATE_LIMITED', 'CONFLICT'],
      },
      async ({ body, caller, request, now }) => {
        const { password, code, passkey, oidc } = body;
        if (password !== undefined) await proveByPassword(context, caller, password, now);
        if (code !== undefined) await proveByCode(context, caller, code, now);
        if (passkey !== undefined) {
          const party = requireRelyingParty(context, request);
          await proveByPasskey(context, caller, passkey as never, party, now);
        }
        if (oidc !== undefined) proveByProvider(context, caller, oidc, now);
        return { ok: true as const, message: 'Proven' };
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/auth/reauthenticate/passkey',
        summary: 'Begin to prove it with a passkey',
        description:
          'What the browser is to be given (WebAuthn level 3, `PublicKeyCredentialRequestOptionsJSON`); good for five minutes, once, and for this session.',
        answer: passkeyProofAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ caller, request, now }) => {
        const party = requireRelyingParty(context, request);
        const { id: adminId, sessionId } = caller;
        const options = await askForPasskey(context, { adminId, sessionId }, party, now);
        return { ok: true as const, data: { ...options } };
      },
    ),
  ];
}
