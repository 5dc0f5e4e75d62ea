import { createAdmin, resetAdminPassword } from '../../actions/people/create-admin.ts';
import { describeOidc } from '../../actions/people/oidc-identity.ts';
import {
  addOidcOperator,
  deleteOperator,
  editOperator,
  getOperator,
  saveSecurity,
} from '../../actions/people/operators.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  addOperatorSchema,
  changeOperatorAnswerSchema,
  editOperatorSchema,
  newPasswordAnswerSchema,
  type OperatorAnswer,
  operatorParams,
  operatorsAnswerSchema,
  saveSecurityAnswerSchema,
  saveSecuritySchema,
  securityAnswerSchema,
} from '../../contract/people/operators.ts';
import { generatePassword } from '../../domain/people/password.ts';
import { readMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdmin, listAdmins, noPassword } from '../../store/people/admins.ts';
import { countRecoveryCodes, listPasskeys } from '../../store/people/second-factors.ts';
import { listSessions } from '../../store/people/sessions.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Operators';

/** The operators, and what is required of them; for owners. */
export function operatorRoutes(context: ApiContext): Route[] {
  return [...listRoutes(context), ...changingRoutes(context), ...securityRoutes(context)];
}

function listRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/operators',
        access: 'owner',
        tag,
        summary: 'List operators',
        answer: operatorsAnswerSchema,
      },
      () => ({
        ok: true as const,
        data: listAdmins(store).map((operator) => describe(store, operator)),
      }),
    ),
    route(
      {
        method: 'POST',
        path: '/api/operators',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Add an operator',
        description:
          'Answers a random password, once; with `oidc_username` there is none, and they log in through OpenID Connect.',
        body: addOperatorSchema,
        answer: newPasswordAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ body, actor, now }) => {
        const { username, operator_role: role, oidc_username: oidcUsername } = body;
        const password = oidcUsername == null ? randomPassword() : null;
        if (password !== null) {
          await createAdmin(monitor, { username, password, role }, actor, now);
        } else {
          const given = {
            username,
            role,
            oidcUsername: oidcUsername ?? '',
            passwordHash: noPassword,
          };
          addOidcOperator(monitor, given, actor, now);
        }
        const made = findAdmin(store, username);
        const data = describe(store, getOperator(store, made?.id ?? 0));
        return { ok: true as const, data, password, message: 'Operator added' };
      },
    ),
  ];
}

function changingRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'PUT',
        path: '/api/operators/:id',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Change what an operator may do, or how they log in',
        description: 'Ends their sessions. The last owner stays one.',
        params: operatorParams,
        body: editOperatorSchema,
        answer: changeOperatorAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, body, actor, now }) => {
        const edit = { role: body.operator_role, oidcUsername: body.oidc_username };
        editOperator(monitor, params.id, edit, actor, now);
        const data = describe(store, getOperator(store, params.id));
        return { ok: true as const, data, message: 'Operator saved' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/operators/:id',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Delete an operator',
        description: 'Their sessions end at once. The last owner cannot be deleted.',
        params: operatorParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        deleteOperator(monitor, params.id, actor, now);
        return { ok: true as const, message: 'Operator deleted' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/operators/:id/reset',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Give an operator a new password',
        description:
          'Answers it, once. Takes away their second factor, ends their sessions and lifts every limit.',
        params: operatorParams,
        answer: newPasswordAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      async ({ params, actor, now }) => {
        const password = randomPassword();
        const { username } = getOperator(store, params.id);
        await resetAdminPassword(monitor, username, password, actor, now);
        const data = describe(store, getOperator(store, params.id));
        return { ok: true as const, data, password, message: 'Password reset' };
      },
    ),
  ];
}

function securityRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  const read = () => ({
    require_second_factor: readMeta(store, 'second_factor_required') === 'yes',
  });
  return [
    route(
      {
        method: 'GET',
        path: '/api/settings/security',
        access: 'owner',
        tag,
        summary: 'Read what is demanded of operators',
        answer: securityAnswerSchema,
      },
      () => ({ ok: true as const, data: read() }),
    ),
    route(
      {
        method: 'PUT',
        path: '/api/settings/security',
        access: 'owner',
        needsProof: true,
        tag,
        summary: 'Demand a second factor of every operator, or do not',
        description:
          'Whoever has none may only set one up from now on. Log-ins through OpenID Connect are the provider’s to check.',
        body: saveSecuritySchema,
        answer: saveSecurityAnswerSchema,
      },
      ({ body, actor, now }) => {
        saveSecurity(monitor, body.require_second_factor, actor, now);
        return { ok: true as const, data: read(), message: 'Settings saved successfully' };
      },
    ),
  ];
}

function randomPassword(): string {
  return generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
}

function describe(store: Store, operator: AdminRow): OperatorAnswer {
  const { id, username, role, oidcSubject } = operator;
  const [lastSession] = listSessions(store, { kind: 'admin', id });
  const { isLinked, username: oidcUsername } = describeOidc(oidcSubject);
  return {
    id,
    username,
    operator_role: role,
    created_at: isoTime(operator.createdAt),
    last_used_at: isoTime(lastSession?.lastUsedAt ?? null),
    has_password: operator.passwordHash !== noPassword,
    second_factor: {
      totp: operator.totpConfirmedAt !== null,
      recovery_codes_left: countRecoveryCodes(store, id),
      passkeys: listPasskeys(store, id).length,
    },
    oidc: { is_linked: isLinked, username: oidcUsername },
  };
}
