import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { hasSecondFactor } from '../operator-rules.ts';

/** What an operator shows beside the password. */
export function FactorBadge({ operator }: { operator: OperatorAnswer }) {
  const { t } = useTranslation();
  const { has_password: hasPassword, second_factor: factor } = operator;
  if (!hasSecondFactor(operator)) {
    return (
      <Badge tone="warning" icon={ShieldAlert}>
        {t('operators.factor.none')}
      </Badge>
    );
  }
  const kinds = hasPassword
    ? [
        ...(factor.totp ? [t('operators.factor.totp')] : []),
        ...(factor.passkeys > 0 ? [t('operators.factor.passkey')] : []),
      ]
    : [t('operators.factor.oidc')];
  return (
    <Badge tone="good" icon={ShieldCheck}>
      {kinds.join(', ')}
    </Badge>
  );
}
