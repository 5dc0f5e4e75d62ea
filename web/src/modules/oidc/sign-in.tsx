import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { PublicLayout } from '../../components/layout/public-layout.tsx';
import { buttonClasses, Spinner } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { enter, type LoginAnswer } from '../../features/console/components/log-in-page.tsx';
import { publicApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { type OidcReturn, takeOidcReturn, tellReturn } from './oidc-return.ts';

/** To the organisation's own log-in, where there is one, and back from it. */
export function OidcSignIn({ onIn }: { onIn: () => void }) {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  const { mutate, isPending, error } = useLogInByOidc();
  const [refusal, setRefusal] = useState<Extract<OidcReturn, { error: unknown }>['error'] | null>(
    null,
  );
  const comeBack = useEffectEvent(() => {
    const back = takeOidcReturn();
    if (back === null) return;
    if ('code' in back) mutate(back.code, { onSuccess: onIn });
    else setRefusal(back.error);
  });
  useEffect(() => comeBack(), []);
  const isLate = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
  return (
    <>
      {error !== null && (
        <Notice kind="error">{isLate ? t('ui.error.too_late') : describeError(error, t)}</Notice>
      )}
      {refusal !== null && (
        <Notice kind="error">{refusal === 'unknown' ? t('oidc.unknown') : t('oidc.failed')}</Notice>
      )}
      {info?.oidc != null && (
        <a
          href="/api/auth/oidc/start"
          aria-busy={isPending || undefined}
          className={buttonClasses('secondary', undefined, 'large')}
        >
          {isPending ? <Spinner /> : <Building2 aria-hidden="true" className="size-5" />}
          {t('oidc.log_in', { label: info.oidc.label })}
        </a>
      )}
    </>
  );
}

/** Where a window comes back to from the organisation's provider: it tells the page that waits, and closes. */
export function ProofReturnPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('proof.title'));
  useEffect(() => {
    // Who types the address has nothing to tell, and a window that no page opened cannot be closed.
    if (location.hash === '') return;
    tellReturn(location.hash);
    history.replaceState(history.state, '', location.pathname);
    window.close();
  }, []);
  return (
    <PublicLayout>
      <h1 className="mx-auto my-auto px-4 py-24 text-center font-semibold text-2xl">
        {t('oidc.close')}
      </h1>
    </PublicLayout>
  );
}

/** Ends a log-in that began at the organisation's OpenID provider. */
function useLogInByOidc() {
  return useMutation({
    mutationFn: (code: string): Promise<LoginAnswer> => publicApi.post('/api/auth/oidc', { code }),
    onSuccess: enter,
  });
}
