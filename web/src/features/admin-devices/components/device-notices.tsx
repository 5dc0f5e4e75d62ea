import { Link } from '@tanstack/react-router';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { useMay } from '../../../lib/console/use-may.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** Notices of what somebody has to do about a device, and how. */
export function DeviceNotices({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const mayAnswer = useMay('support');
  const { is_awaiting_owner: isAwaiting, credentials_due_at: dueAt } = device;
  return (
    <>
      {isAwaiting && (
        <Notice
          kind="warning"
          title={t('admin_devices.awaiting.title')}
          action={
            mayAnswer && (
              <Link to="/admin/joins" className={buttonClasses('secondary', undefined, 'small')}>
                {t('admin_devices.awaiting.action')}
              </Link>
            )
          }
        >
          {t('admin_devices.awaiting.text')}
        </Notice>
      )}
      {dueAt !== null && (
        <Notice kind="warning" title={t('admin_devices.key_due.title')}>
          <p>{t('admin_devices.key_due.text')}</p>
          <p className="mt-1 text-muted">
            {t('admin_devices.key_due.since')} <RelativeTime time={dueAt} />
          </p>
        </Notice>
      )}
    </>
  );
}
