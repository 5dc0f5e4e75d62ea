import { ZapOff } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { buttonClasses } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';
import { PublicLayout } from './public-layout.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('not_found.title'));
  return (
    <PublicLayout>
      <MessagePage
        icon={<ZapOff aria-hidden="true" className="size-7" />}
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={
          <a href="/" className={buttonClasses('primary')}>
            {t('not_found.home')}
          </a>
        }
      />
    </PublicLayout>
  );
}
