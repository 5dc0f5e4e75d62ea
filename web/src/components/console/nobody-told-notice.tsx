import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { attentionQuery } from '../../lib/console/attention-query.ts';
import { useIsNobodyTold } from '../../lib/console/use-is-nobody-told.ts';
import { useMay } from '../../lib/console/use-may.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/**
 * Where messages are listed: that nobody is told of anything, and where that changes.
 * @param props.children what stands below, which comes once this is known, and is not pushed down
 */
export function NobodyToldNotice({ children }: { children: ReactNode }) {
  const isAsked = useQuery(attentionQuery).isPending;
  const isNobodyTold = useIsNobodyTold();
  if (isAsked) return null;
  return (
    <>
      {isNobodyTold && <NobodyTold />}
      {children}
    </>
  );
}

function NobodyTold() {
  const { t } = useTranslation();
  const isOwner = useMay('owner');
  return (
    <Notice
      kind="error"
      title={t('system.problem.no_messenger')}
      // Only owners may set a channel up.
      {...(isOwner && {
        action: (
          <Link to="/admin/channels" className={buttonClasses('secondary', undefined, 'small')}>
            {t('channels.title')}
          </Link>
        ),
      })}
    />
  );
}
