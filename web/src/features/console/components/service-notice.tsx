import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isSilencing } from '../../../../../src/domain/system/system-problems.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { sayProblem } from '../../../lib/console/problem-words.ts';

/** What is wrong with the service itself, led by the gravest. Red if somebody is not told of outages. */
export function ServiceNotice() {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery);
  const [gravest, ...others] = data?.problems ?? [];
  if (data === undefined || gravest === undefined) return null;
  const isUndelivered = gravest === 'alerts_failed' || gravest === 'alerts_late';
  return (
    <Notice
      kind={isSilencing(gravest) ? 'error' : 'warning'}
      title={sayProblem(gravest, t, data.plain_outside)}
      action={
        <Link
          to={isUndelivered ? '/admin/deliveries' : '/admin/system'}
          className={buttonClasses('secondary', undefined, 'small')}
        >
          {t(isUndelivered ? 'deliveries.title' : 'system.title')}
        </Link>
      }
    >
      {others.length > 0 && (
        <p className="text-muted">{t('attention.other_problems', { count: others.length })}</p>
      )}
    </Notice>
  );
}
