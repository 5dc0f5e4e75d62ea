import { Circle, CircleDashed, CircleSlash2, ZapOff } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';

/** `powerless`: it is heard, and says that power is gone. */
export type DotStatus = 'online' | 'powerless' | 'offline' | 'unknown';

const dots = {
  online: { icon: Circle, className: 'fill-current text-up' },
  powerless: { icon: ZapOff, className: 'text-mains-lost' },
  offline: { icon: CircleSlash2, className: 'text-mains-lost' },
  unknown: { icon: CircleDashed, className: 'text-unobserved' },
} satisfies Record<DotStatus, object>;

interface StatusDotProps {
  status: DotStatus;
  /** The status in words. */
  label: string;
  /** The row shows the words elsewhere; a screen reader still reads them here. */
  isLabelHidden?: boolean;
}

/** A dot whose shape differs too: full, struck through, dashed. */
export function StatusDot({ status, label, isLabelHidden = false }: StatusDotProps) {
  const { icon: Icon, className: look } = dots[status];
  return (
    <span className="inline-flex items-baseline gap-2 text-sm">
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={classNames('size-3 shrink-0 self-center', look)}
      />
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </span>
  );
}
