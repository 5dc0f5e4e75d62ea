import { Link } from '@tanstack/react-router';
import { ZapOff } from 'lucide-react';
import { MessagePage } from '../../../components/layout/message-page.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** Within the console's own layout, so that its navigation stays at hand. */
export function ConsoleNotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.not_found.title'));
  return (
    <MessagePage
      icon={<ZapOff aria-hidden="true" className="size-7" />}
      title={t('console.not_found.title')}
      text={t('console.not_found.text')}
      action={
        <Link to="/admin/dashboard" className={buttonClasses('primary')}>
          {t('console.not_found.action')}
        </Link>
      }
    />
  );
}
