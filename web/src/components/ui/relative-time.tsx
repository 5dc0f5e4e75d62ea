import { formatAgo, formatDateTime, type TimeInput, toEpochMs } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useNow } from '../../lib/use-now.ts';
import { Tooltip } from './tooltip.tsx';

interface RelativeTimeProps {
  /** Null: it never happened. */
  time: TimeInput | null;
  /** False where a row of many would each be a stop of the Tab key; the bubble is then for a mouse only. */
  isFocusable?: boolean;
}

/** `3 minutes ago`, kept true by itself; the date and time in a bubble. */
export function RelativeTime({ time, isFocusable = true }: RelativeTimeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  if (time === null) return t('ui.time.never');
  return (
    <Tooltip text={formatDateTime(time, language)}>
      <time
        dateTime={new Date(toEpochMs(time)).toISOString()}
        className="rounded-sm"
        {...(isFocusable && { tabIndex: 0 })}
      >
        {formatAgo(time, nowMs, language) ?? t('ui.time.just_now')}
      </time>
    </Tooltip>
  );
}
