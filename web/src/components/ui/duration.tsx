import { formatDuration } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** `42 min`, `2 h 5 min`. */
export function Duration({ ms }: { ms: number }) {
  const language = useLanguage();
  return (
    <time dateTime={`PT${Math.round(ms / 1000)}S`} className="whitespace-nowrap tabular-nums">
      {formatDuration(ms, language)}
    </time>
  );
}
