import { useId } from 'react';
import { roleMayWords, roleWords } from '../../../components/console/role-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type OperatorRole, operatorRoles } from '../../../lib/operator-role.ts';

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
