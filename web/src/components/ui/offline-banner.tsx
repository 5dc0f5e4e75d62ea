import { WifiOff } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { LiveState } from '../../lib/live-stream.ts';
import { useOnline } from '../../lib/use-online.ts';

/**
 * Says plainly that nothing new reaches this page. Nothing at all otherwise. That watching goes on is said only where
 * the reader's own network is gone: of a server that does not answer nobody knows it.
 * @param live how the page follows the server, which knows better than the browser; null: not known
 */
export function OfflineBanner({ live = null }: { live?: LiveState | null }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const isOffline = live === null ? !isOnline : live === 'offline';
  return (
    <div role="status" className="print:hidden">
      {isOffline && (
        <p className="flex items-start justify-center gap-2.5 border-line border-b bg-raised px-4 py-2 text-sm">
          <WifiOff aria-hidden="true" className="h-lh w-4 shrink-0 text-contact-lost" />
          <span>
            <strong className="font-semibold">
              {t(isOnline ? 'ui.unreachable.title' : 'ui.offline.title')}
            </strong>{' '}
            {t(isOnline ? 'ui.unreachable.text' : 'ui.offline.text')}
          </span>
        </p>
      )}
    </div>
  );
}
