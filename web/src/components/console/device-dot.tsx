import { useTranslation } from 'react-i18next';
import { type DotStatus, StatusDot } from '../ui/status-dot.tsx';

const words = {
  online: 'console.status.online',
  offline: 'console.status.offline',
  unknown: 'console.status.unknown',
} as const satisfies Record<DotStatus, string>;

/** Whether a device is heard. */
export function DeviceDot({ status, hasLabel = false }: { status: DotStatus; hasLabel?: boolean }) {
  const { t } = useTranslation();
  return (
    <span title={t(words[status])}>
      <StatusDot status={status} label={t(words[status])} isLabelHidden={!hasLabel} />
    </span>
  );
}
