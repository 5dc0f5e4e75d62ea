import {
  formatDate,
  formatDateTime,
  formatTime,
  type TimeInput,
  toEpochMs,
} from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

const formats = { date: formatDate, time: formatTime, both: formatDateTime };

interface DateTimeProps {
  time: TimeInput;
  show?: keyof typeof formats;
}

/** `20 Nov 2026 02:10`, by the clock of the site. */
export function DateTime({ time, show = 'both' }: DateTimeProps) {
  const language = useLanguage();
  return (
    <time dateTime={new Date(toEpochMs(time)).toISOString()} className="tabular-nums">
      {formats[show](time, language)}
    </time>
  );
}
