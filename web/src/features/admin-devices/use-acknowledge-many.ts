import { useCallback } from 'react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useAcknowledgeDevices, useRemindDevices } from './api/alert-device.ts';

/** Acknowledges the outages of several sites, says for how many, and offers to take it back. */
export function useAcknowledgeMany() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useAcknowledgeDevices();
  const { mutateAsync: remind } = useRemindDevices();
  const acknowledge = useCallback(
    async (devices: readonly Pick<DeviceAnswer, 'device_id'>[]): Promise<boolean> => {
      const fail = (error: unknown) => toast.error(describeError(error, t));
      try {
        const ids = await mutateAsync(devices.map(({ device_id: id }) => id));
        const say = (count: number) => ({ count, number: formatNumber(count, language) });
        const undo = async () => {
          const back = await remind(ids);
          toast.success(t('outages_now.selection.reminding', say(back.length)));
        };
        toast.success(t('outages_now.selection.acknowledged', say(ids.length)), {
          label: t('ui.undo'),
          onClick: () => void undo().catch(fail),
        });
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    [mutateAsync, remind, language, t],
  );
  return { acknowledge, isBusy: isPending };
}
