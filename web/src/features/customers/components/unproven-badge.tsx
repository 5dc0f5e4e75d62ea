import { CircleHelp } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

/** Marks a number that nobody has proven to own yet. */
export function UnprovenBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="warning" icon={CircleHelp}>
      {t('customers.not_proven')}
    </Badge>
  );
}
