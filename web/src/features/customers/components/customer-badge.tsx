import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';

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
