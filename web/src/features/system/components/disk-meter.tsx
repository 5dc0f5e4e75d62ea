import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import { formatBytes } from '../../../lib/console/format-bytes.ts';
import { formatPercent } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';

interface DiskMeterProps {
  disk: NonNullable<SystemAnswer['disk']>;
  isLow: boolean;
}

/** How much of the disk is free, in words and as a bar. */
export function DiskMeter({ disk, isLow }: DiskMeterProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { free_bytes: free, total_bytes: total } = disk;
  const used = total - free;
  return (
    <div className="mt-3">
      <p className="font-semibold text-xl tabular-nums">
        {t('system.disk.free', { size: formatBytes(free, language) })}
      </p>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-2 w-full overflow-hidden rounded-full"
      >
        <rect width="100" height="6" className="fill-raised" />
        <rect
          width={(100 * used) / total}
          height="6"
          className={isLow ? 'fill-mains-lost' : 'fill-strong'}
        />
      </svg>
      <p className="mt-1.5 text-muted text-xs tabular-nums">
        {t('system.disk.used', {
          percent: formatPercent(Math.round((100 * used) / total), language),
          total: formatBytes(total, language),
        })}
      </p>
    </div>
  );
}
