import { TriangleAlert, ZapOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { PublicLayout } from './public-layout.tsx';

interface MessagePageProps {
  /** A picture of the state, hidden from screen readers. */
  icon: ReactNode;
  title: string;
  text: string;
  /** What the visitor can do next. */
  action: ReactNode;
}

/** A page that has one thing to say: nothing here, or something broke. */
export function MessagePage({ icon, title, text, action }: MessagePageProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-24 text-center sm:px-6">
      <span className="grid size-16 place-items-center rounded-lg border border-line bg-surface text-accent-text">
        {icon}
      </span>
      <h1 className="mt-6 text-balance font-semibold text-2xl">{title}</h1>
      <p className="mt-2 text-balance text-muted">{text}</p>
      <div className="mt-8">{action}</div>
    </div>
  );
}

export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <MessagePage
        icon={<TriangleAlert aria-hidden="true" className="size-7" />}
        title={t('error.title')}
        text={t('error.text')}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>
        }
      />
    </PublicLayout>
  );
}

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
