import { formatDuration } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** `42 mins`, `2 hrs 5 mins`. */
export function Duration({ ms }: { ms: number }) {
  const language = useLanguage();
  return (
    <time dateTime={`PT${Math.round(ms / 1000)}S`} className="whitespace-nowrap tabular-nums">
      {formatDuration(ms, language)}
    </time>
  );
}
