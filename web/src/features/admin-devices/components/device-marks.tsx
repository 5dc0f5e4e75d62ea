import { Hourglass, KeyRound } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

/** Badges for what somebody has to do about a device. */
export function DeviceMarks({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const { is_awaiting_owner: isAwaiting, credentials_due_at: dueAt } = device;
  if (!isAwaiting && dueAt === null) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {isAwaiting && (
        <Badge tone="warning" icon={Hourglass}>
          {t('admin_devices.awaiting.mark')}
        </Badge>
      )}
      {dueAt !== null && (
        <Badge tone="warning" icon={KeyRound}>
          {t('admin_devices.key_due.mark')}
        </Badge>
      )}
    </span>
  );
}
