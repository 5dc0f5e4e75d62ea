import { encode } from 'uqr';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface QrCodeProps {
  /** What it holds: an address. */
  value: string;
  /** Where it leads, in words: `FaiWatch bot`. */
  what: string;
  className?: string;
}

const quietZone = 4;

/** Dark on light in either theme, with the quiet zone the standard wants, so that every camera reads it. */
export function QrCode({ value, what, className }: QrCodeProps) {
  const { t } = useTranslation();
  const { data, size } = encode(value, { border: quietZone, ecc: 'M' });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={t('ui.qr.label', { what })}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('aspect-square rounded-md bg-qr-ground', className)}
    >
      <path d={squares.join('')} className="fill-qr-ink" />
    </svg>
  );
}
