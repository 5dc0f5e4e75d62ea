import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  isSilencing,
  type SystemProblem,
} from '../../../../../src/domain/system/system-problems.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { sayProblem } from '../../../lib/console/problem-words.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** What is wrong with the service itself, led by the gravest. Red if somebody is not told of outages. */
export function ServiceNotice() {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery);
  const isOwner = useMay('owner');
  const [gravest, ...others] = data?.problems ?? [];
  if (data === undefined || gravest === undefined) return null;
  const { to, title } = whereToMend(gravest, isOwner);
  return (
    <Notice
      kind={isSilencing(gravest) ? 'error' : 'warning'}
      title={sayProblem(gravest, t, data.plain_outside)}
      action={
        <Link to={to} className={buttonClasses('secondary', undefined, 'small')}>
          {t(title)}
        </Link>
      }
    >
      {others.length > 0 && (
        <p className="text-muted">{t('attention.other_problems', { count: others.length })}</p>
      )}
    </Notice>
  );
}

function whereToMend(problem: SystemProblem, isOwner: boolean) {
  switch (problem) {
    case 'alerts_failed':
    case 'alerts_late':
      return { to: '/admin/deliveries', title: 'deliveries.title' } as const;
    case 'no_messenger':
      // Only owners may set a channel up.
      if (isOwner) return { to: '/admin/channels', title: 'channels.title' } as const;
      break;
    case 'tokens_without_scopes':
      if (isOwner) return { to: '/admin/operators', title: 'operators.title' } as const;
  }
  return { to: '/admin/system', title: 'system.title' } as const;
}
