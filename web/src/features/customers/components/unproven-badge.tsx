import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';

/** Nobody has shown yet that the number is theirs; it was only typed. */
export function UnprovenBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="warning" icon={CircleHelp}>
      {t('customers.not_proven')}
    </Badge>
  );
}
