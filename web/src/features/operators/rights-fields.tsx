import { useId } from 'react';
import { scopesFor, type TokenScope } from '../../../../src/domain/people/token-scopes.ts';
import type { TraceKind } from '../../../../src/domain/people/token-trace.ts';
import { roleMayWords, roleWords } from '../../lib/console/role-words.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type OperatorRole, operatorRoles } from '../../lib/operator-role.ts';

interface RoleFieldProps {
  value: OperatorRole;
  onChange: (role: OperatorRole) => void;
}

/** A role to choose, each with what it may do. */
export function RoleField({ value, onChange }: RoleFieldProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{t('operators.column.role')}</legend>
      <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
        {operatorRoles.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised"
          >
            <input
              type="radio"
              name={name}
              value={role}
              checked={value === role}
              onChange={() => onChange(role)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 text-sm">
              <span className="block font-semibold">{t(roleWords[role])}</span>
              <span className="block text-muted text-xs">{t(roleMayWords[role])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ScopesFieldProps {
  role: OperatorRole;
  value: readonly TokenScope[];
  onChange: (scopes: TokenScope[]) => void;
}

/** The scopes that a token of this role can have, each with what it opens. */
export function ScopesField({ role, value, onChange }: ScopesFieldProps) {
  const { t } = useTranslation();
  const usable = scopesFor(role);
  if (usable.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t('operators.tokens.scopes')}</legend>
      <p className="mb-1.5 text-muted text-xs">{t('operators.tokens.scopes_hint')}</p>
      <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
        {usable.map((scope) => (
          <label
            key={scope}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised"
          >
            <input
              type="checkbox"
              checked={value.includes(scope)}
              onChange={({ target }) =>
                onChange(
                  usable.filter((one) => (one === scope ? target.checked : value.includes(one))),
                )
              }
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 text-sm">
              <span className="block font-semibold">{t(scopeWords[scope])}</span>
              <span className="block text-muted text-xs">{t(scopeMayWords[scope])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What each scope is called. */
export const scopeWords = {
  backups: 'operators.tokens.scope.backups',
  recipients: 'operators.tokens.scope.recipients',
  sessions: 'operators.tokens.scope.sessions',
  'keys:whole': 'operators.tokens.scope.keys_whole',
} as const satisfies Record<TokenScope, string>;

/** What each opens, in a line. */
const scopeMayWords = {
  backups: 'operators.tokens.scope_may.backups',
  recipients: 'operators.tokens.scope_may.recipients',
  sessions: 'operators.tokens.scope_may.sessions',
  'keys:whole': 'operators.tokens.scope_may.keys_whole',
} as const satisfies Record<TokenScope, string>;

/** What a program left. */
export const traceWords = {
  recipient: 'operators.tokens.trace.recipient',
  secret: 'operators.tokens.trace.secret',
  channel: 'operators.tokens.trace.channel',
  calendar: 'operators.tokens.trace.calendar',
  key: 'operators.tokens.trace.key',
  account: 'operators.tokens.trace.account',
  backup: 'operators.tokens.trace.backup',
  download: 'operators.tokens.trace.download',
  chat: 'operators.tokens.trace.chat',
  contact: 'operators.tokens.trace.contact',
  share: 'operators.tokens.trace.share',
  feed: 'operators.tokens.trace.feed',
  home: 'operators.tokens.trace.home',
  broker: 'operators.tokens.trace.broker',
  followed: 'operators.tokens.trace.followed',
} as const satisfies Record<TraceKind, string>;
