import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/use-online.ts';

/** Says plainly that this browser has no network. Nothing at all otherwise. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  return (
    <div role="status" className="print:hidden">
      {!isOnline && (
        <p className="flex items-start justify-center gap-2.5 border-line border-b bg-raised px-4 py-2 text-sm">
          <WifiOff aria-hidden="true" className="h-lh w-4 shrink-0 text-contact-lost" />
          <span>
            <strong className="font-semibold">{t('ui.offline.title')}</strong>{' '}
            {t('ui.offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
