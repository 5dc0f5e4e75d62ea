import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { joinRequestsQuery } from '../../../lib/console/join-requests-query.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** How many wait for an answer. */
export function JoinCount() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: requests = [] } = useQuery(joinRequestsQuery);
  if (requests.length === 0) return null;
  const number = formatNumber(requests.length, language);
  return (
    <span className="ml-auto rounded-full bg-accent px-2 font-semibold text-on-accent text-xs tabular-nums">
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">{t('joins.waiting', { count: requests.length, number })}</span>
    </span>
  );
}
