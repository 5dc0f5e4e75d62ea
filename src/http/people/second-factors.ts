import type { AdminAccount } from '../../actions/people/find-account.ts';
import { addPasskey, offerPasskey, removePasskey } from '../../actions/people/passkeys.ts';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
} from '../../actions/people/second-factor.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  type AccountAnswer,
  accountAnswerSchema,
  addPasskeyAnswerSchema,
  addPasskeySchema,
  beginTotpAnswerSchema,
  passkeyCreationAnswerSchema,
  passkeyParams,
  recoveryCodesAnswerSchema,
  totpCodeSchema,
  withPasswordSchema,
} from '../../contract/people/account.ts';
import { findAdminById, noPassword } from '../../store/people/admins.ts';
import {
  countRecoveryCodes,
  listPasskeys,
  type PasskeyRow,
} from '../../store/people/second-factors.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { relyingPartyOf, requireRelyingParty } from './relying-party.ts';

const tag = 'Own account';
/** Also answered to a wrong `current_password`, which stands for a proof that is older. */
const passwordErrors = ['INVALID_CREDENTIALS', 'RATE_LIMITED'] as const;

/** The second factors of an operator. */
export function secondFactorRoutes(context: ApiContext): Route[] {
  return [...totpRoutes(context), ...passkeyRoutes(context)];
}

function totpRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/account',
        access: 'viewer',
        tag,
        summary: 'Read the own account',
        answer: accountAnswerSchema,
      },
      ({ caller, request }) => ({ ok: true as const, data: describe(context, caller, request) }),
    ),
    route(
      {
        method: 'POST',
        path: '/api/account/totp',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Begin to use an authenticator app',
        description: 'It counts once its first code was sent to /api/account/totp/confirm.',
        body: withPasswordSchema,
        answer: beginTotpAnswerSchema,
        errors: [...passwordErrors, 'CONFLICT'],
      },
      ({ caller }) => {
        const { secret, otpauthUrl } = beginTotp(monitor, caller);
        return { ok: true as const, data: { secret, otpauth_url: otpauthUrl } };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/account/totp/confirm',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Take an authenticator app into use',
        description: 'With the code that it shows. Answers recovery codes, which are shown once.',
        body: totpCodeSchema,
        answer: recoveryCodesAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ caller, body, actor, now }) => ({
        ok: true as const,
        data: { recovery_codes: confirmTotp(monitor, caller, body.code, actor, now) },
        message: 'Authenticator app added',
      }),
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/account/totp',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Take the authenticator app out of use',
        body: withPasswordSchema,
        answer: () => doneAnswer,
        errors: [...passwordErrors],
      },
      ({ caller, actor, now }) => {
        removeTotp(monitor, caller, actor, now);
        return { ok: true as const, message: 'Authenticator app removed' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/account/recovery-codes',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Make new recovery codes',
        description: 'The former ones are worth nothing any more. Each is good once.',
        body: withPasswordSchema,
        answer: recoveryCodesAnswerSchema,
        errors: [...passwordErrors, 'CONFLICT'],
      },
      ({ caller, actor, now }) => {
        const codes = renewRecoveryCodes(monitor, caller, actor, now);
        return {
          ok: true as const,
          data: { recovery_codes: codes },
          message: 'Recovery codes made',
        };
      },
    ),
  ];
}

function passkeyRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'POST',
        path: '/api/account/passkeys/options',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Begin to make a passkey',
        description:
          'What the browser is to be given (WebAuthn level 3, `PublicKeyCredentialCreationOptionsJSON`); good for five minutes.',
        body: withPasswordSchema,
        answer: passkeyCreationAnswerSchema,
        errors: [...passwordErrors, 'CONFLICT'],
      },
      async ({ caller, request, now }) => {
        const party = requireRelyingParty(context, request);
        const options = await offerPasskey(context, caller, party, now);
        return { ok: true as const, data: { ...options } };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/account/passkeys',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Add a passkey',
        description: 'With what the browser made (`RegistrationResponseJSON`).',
        body: addPasskeySchema,
        answer: addPasskeyAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ caller, body, request, actor, now }) => {
        const party = requireRelyingParty(context, request);
        const given = { name: body.name, response: body.response as never };
        const passkey = await addPasskey(context, caller, given, party, actor, now);
        return { ok: true as const, data: describePasskey(passkey), message: 'Passkey added' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/account/passkeys/:id',
        access: 'viewer',
        needsProof: true,
        tag,
        summary: 'Remove a passkey',
        params: passkeyParams,
        body: withPasswordSchema,
        answer: () => doneAnswer,
        errors: [...passwordErrors, 'NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        removePasskey(monitor, caller, params.id, actor, now);
        return { ok: true as const, message: 'Passkey removed' };
      },
    ),
  ];
}

function describe(context: ApiContext, account: AdminAccount, request: Request): AccountAnswer {
  const { store } = context.monitor;
  const admin = findAdminById(store, account.id);
  return {
    username: account.username,
    operator_role: account.role,
    has_password: admin !== undefined && admin.passwordHash !== noPassword,
    second_factor: {
      totp: admin?.totpConfirmedAt != null,
      recovery_codes_left: countRecoveryCodes(store, account.id),
      passkeys: listPasskeys(store, account.id).map(describePasskey),
    },
    must_set_second_factor: account.mustSetSecondFactor,
    can_use_passkeys: relyingPartyOf(context, request) !== null,
  };
}

function describePasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  return { id, name, created_at: isoTime(createdAt), last_used_at: isoTime(lastUsedAt) };
}
