import { CircleCheck, CircleSlash } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

export function CustomerBadge({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  return isActive ? (
    <Badge tone="good" icon={CircleCheck}>
      {t('customers.active')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={CircleSlash}>
      {t('customers.inactive')}
    </Badge>
  );
}
