import { Radio, RotateCw, WifiOff } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { LiveState } from '../../lib/live-stream.ts';

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
