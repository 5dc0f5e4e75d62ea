import { Link } from '@tanstack/react-router';
import { useIsNobodyTold } from '../../lib/console/use-is-nobody-told.ts';
import { useMay } from '../../lib/console/use-may.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Where messages are listed: that nobody is told of anything, and where that changes. */
export function NobodyToldNotice({ className }: { className?: string }) {
  const { t } = useTranslation();
  const isOwner = useMay('owner');
  if (!useIsNobodyTold()) return null;
  return (
    <Notice
      kind="error"
      title={t('system.problem.no_messenger')}
      {...(className !== undefined && { className })}
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
