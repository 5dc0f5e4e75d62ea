import { CloudOff } from 'lucide-react';
import { MessagePage } from '../components/layout/message-page.tsx';
import { BrandLink } from '../components/layout/site-controls.tsx';
import { Button } from '../components/ui/button.tsx';
import { useTranslation } from '../lib/i18n.ts';

/**
 * What the browser shows instead of any page it cannot fetch. Only rendered at build time, since it has
 * to work without a server; come-back.ts makes its button work.
 */
export function OfflinePage() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-6xl px-4 py-3 sm:px-6">
        <BrandLink />
      </header>
      <main className="flex flex-1 flex-col justify-center pb-24">
        <MessagePage
          icon={<CloudOff aria-hidden="true" className="size-7" />}
          title={t('offline.title')}
          text={t('offline.text')}
          action={
            <Button look="primary" data-retry>
              {t('offline.retry')}
            </Button>
          }
        />
      </main>
    </div>
  );
}
