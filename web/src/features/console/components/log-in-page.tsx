import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { adminSession } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { LogInForm } from './log-in-form.tsx';

export function LogInPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.login.title'));
  const isExpired = adminSession.endReason() === 'expired';
  return (
    <PublicLayout>
      <div className="mx-auto my-auto w-full max-w-md px-4 py-12 sm:px-6">
        <Card className="p-6 sm:p-8">
          <h1 className="font-semibold text-2xl">{t('console.login.title')}</h1>
          <p className="mt-1 text-muted text-sm">{t('console.login.text')}</p>
          {isExpired && (
            <Notice kind="warning" className="mt-5">
              {t('console.login.expired')}
            </Notice>
          )}
          <LogInForm />
        </Card>
        <p className="mt-4 text-center">
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-muted text-sm transition hover:text-text"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t('console.login.home')}
          </a>
        </p>
      </div>
    </PublicLayout>
  );
}
