import { formatAgo, formatDateTime, type TimeInput, toEpochMs } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useNow } from '../../lib/use-now.ts';

/** `3 minutes ago`, kept true by itself. Where there is room for it, `RelativeTime` has a bubble, too. */
export function Ago({ time }: { time: TimeInput }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  return (
    <time
      dateTime={new Date(toEpochMs(time)).toISOString()}
      title={formatDateTime(time, language)}
      className="tabular-nums"
    >
      {formatAgo(time, nowMs, language) ?? t('ui.time.just_now')}
    </time>
  );
}
