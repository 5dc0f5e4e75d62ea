import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';

/** Marks a number that nobody has proven to own yet. */
export function UnprovenBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="warning" icon={CircleHelp}>
      {t('customers.not_proven')}
    </Badge>
  );
}
