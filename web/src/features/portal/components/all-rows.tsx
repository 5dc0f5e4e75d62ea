import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** Leads from the first rows of a list to the page that has all of them. */
export function AllRows({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <Link to="/customer/devices" className={buttonClasses('secondary', 'mt-3')}>
      {t('portal.all_rows', { count: formatNumber(count, useLanguage()) })}
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  );
}
