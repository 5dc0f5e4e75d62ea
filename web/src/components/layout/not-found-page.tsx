import { Link } from '@tanstack/react-router';
import { ZapOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={<ZapOff aria-hidden="true" className="size-7" />}
      title={t('not_found.title')}
      text={t('not_found.text')}
      action={
        <Link to="/" className={buttonClasses('primary')}>
          {t('not_found.home')}
        </Link>
      }
    />
  );
}
