import { useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Radio, RotateCw, WifiOff } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { LiveState } from '../../lib/live-stream.ts';
import { useOnline } from '../../lib/use-browser.ts';

const marks = {
  live: { icon: Radio, text: 'text-up', word: 'ui.live.live', hint: 'ui.live.live_hint' },
  reconnecting: {
    icon: RotateCw,
    text: 'text-contact-lost',
    word: 'ui.live.reconnecting',
    hint: 'ui.live.reconnecting_hint',
  },
  offline: {
    icon: WifiOff,
    text: 'text-muted',
    word: 'ui.live.offline',
    hint: 'ui.live.offline_hint',
  },
} as const;

/** Whether the page follows the server just now; nothing as long as that is not known. */
export function LiveMark({ state }: { state: LiveState | null }) {
  const { t } = useTranslation();
  if (state === null) return null;
  const { icon: Icon, text, word, hint } = marks[state];
  return (
    <span
      role="status"
      title={t(hint)}
      className={classNames(
        'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line px-2.5 font-semibold text-xs print:hidden',
        text,
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('size-3.5 shrink-0', state === 'reconnecting' && 'animate-spin')}
      />
      {/* On a phone all is well without words: the room is the greeting's. */}
      <span className={state === 'live' ? 'truncate max-sm:sr-only' : 'truncate'}>{t(word)}</span>
    </span>
  );
}

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

/**
 * Says at once that something that was asked for is on its way: a change to the server, or another page.
 * What asked says so itself where it stays; this is for what closes, a menu or a search, or has gone.
 */
export function BusyBar() {
  const isChanging = useIsMutating() > 0;
  const isGoing = useRouterState({ select: ({ isLoading }) => isLoading });
  if (!isChanging && !isGoing) return null;
  return (
    <div
      aria-hidden="true"
      data-busy
      className="fixed inset-x-0 top-0 z-60 h-0.75 animate-pulse bg-accent print:hidden"
    />
  );
}
