import { scopesFor, type TokenScope } from '../../../../../src/domain/people/token-scopes.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OperatorRole } from '../../../lib/operator-role.ts';
import { scopeMayWords, scopeWords } from '../scope-words.ts';

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
