import { useCallback } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAnswerOutage, useMarkDevice, useQuietDevice } from '../api/alert-device.ts';

/** What is done to the alerts of a device at once, and can be taken back. */
const alertActions = ['acknowledge', 'remind', 'mute', 'unmute', 'mark', 'unmark'] as const;
export type AlertAction = (typeof alertActions)[number];

export function isAlertAction(action: string): action is AlertAction {
  return alertActions.some((one) => one === action);
}

export function useDeviceAlerts(): (action: AlertAction, device: DeviceAnswer) => void {
  const { t } = useTranslation();
  const { mutateAsync: answer } = useAnswerOutage();
  const { mutateAsync: quieten } = useQuietDevice();
  const { mutateAsync: mark } = useMarkDevice();
  return useCallback(
    (action, { device_id: deviceId, site_name: name }) => {
      const act = async () => {
        const remind = async () => {
          await answer({ deviceId, call: 'remind' });
          toast.success(t('admin_devices.acknowledge.reminding', { name }));
        };
        if (action === 'remind') return remind();
        if (action === 'acknowledge') {
          await answer({ deviceId, call: 'acknowledge' });
          toast.success(t('admin_devices.acknowledge.done', { name }), {
            label: t('ui.undo'),
            onClick: () => void remind().catch(fail),
          });
          return;
        }
        if (action === 'mark' || action === 'unmark') {
          const critical = action === 'mark';
          await mark({ deviceId, critical });
          toast.success(
            t(critical ? 'admin_devices.critical.done' : 'admin_devices.critical.ended', { name }),
            {
              label: t('ui.undo'),
              onClick: () => void mark({ deviceId, critical: !critical }).catch(fail),
            },
          );
          return;
        }
        const quiet = action === 'mute' ? 'hour' : 'none';
        const { data } = await quieten({ deviceId, quiet });
        const [before] = data.before;
        const undo = () => {
          if (before !== undefined) quieten({ deviceId, quiet: before.quiet }).catch(fail);
        };
        toast.success(
          t(action === 'mute' ? 'admin_devices.mute.done' : 'admin_devices.mute.ended', { name }),
          { label: t('ui.undo'), onClick: undo },
        );
      };
      const fail = (error: unknown) => toast.error(describeError(error, t));
      act().catch(fail);
    },
    [answer, quieten, mark, t],
  );
}
