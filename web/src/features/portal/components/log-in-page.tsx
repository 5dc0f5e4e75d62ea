import { useEffect, useRef, useState } from 'react';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { takeLoginLink } from '../../../lib/login-link.ts';
import { customerSession } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { logInByLink } from '../api/log-in.ts';
import { LogInForm } from './log-in-form.tsx';

/**
 * The way into the portal.
 * @param onIn leads on; ends once the next page is there
 */
export function LogInPage({ onIn }: { onIn: () => void | Promise<void> }) {
  const { t } = useTranslation();
  useDocumentTitle(t('login.title'));
  const [hasExpired] = useState(() => customerSession.endReason() === 'expired');
  const link = useLoginLink(onIn);
  return (
    <PublicLayout>
      <div className="mx-auto flex w-full max-w-md flex-col px-4 py-10 sm:py-16">
        <h1 className="text-balance font-semibold text-2xl">{t('login.title')}</h1>
        <p className="mt-2 text-pretty text-muted">{t('login.lead')}</p>
        {hasExpired && (
          <Notice kind="warning" title={t('login.expired_title')} className="mt-6">
            {t('login.expired')}
          </Notice>
        )}
        {link === 'busy' && <Notice kind="info" title={t('login.link_busy')} className="mt-6" />}
        {link === 'failed' && (
          <Notice kind="error" title={t('login.link_failed')} className="mt-6">
            {t('login.link_failed_text')}
          </Notice>
        )}
        <Card className="mt-6 p-5 sm:p-7">
          <LogInForm onIn={onIn} />
        </Card>
        <p className="mt-5 text-center text-muted text-sm">
          {t('login.no_key')}{' '}
          <a
            href="/"
            className="inline-flex min-h-11 items-center rounded-sm font-semibold text-accent-text underline underline-offset-4"
          >
            {t('login.see_packages')}
          </a>
        </p>
      </div>
    </PublicLayout>
  );
}

/** Follows a one-time link from the bot, if this page was opened with one. */
function useLoginLink(onIn: () => void | Promise<void>): 'busy' | 'failed' | null {
  const [state, setState] = useState<'busy' | 'failed' | null>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    const token = isTaken.current ? null : takeLoginLink();
    if (token === null) return;
    isTaken.current = true;
    setState('busy');
    logInByLink(token).then(onIn, () => setState('failed'));
  }, [onIn]);
  return state;
}
