import { useEffect } from 'react';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { tellReturn } from '../leave-for-provider.ts';

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
