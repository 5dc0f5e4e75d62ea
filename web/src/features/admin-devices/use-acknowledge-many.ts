import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useAcknowledgeDevices } from './api/alert-device.ts';

/** Acknowledges the outages of several sites, and says for how many. */
export function useAcknowledgeMany() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useAcknowledgeDevices();
  const acknowledge = useCallback(
    async (devices: readonly Pick<DeviceAnswer, 'device_id'>[]): Promise<boolean> => {
      try {
        const ids = await mutateAsync(devices.map(({ device_id: id }) => id));
        const count = ids.length;
        const number = formatNumber(count, language);
        toast.success(t('outages_now.selection.acknowledged', { count, number }));
        return true;
      } catch (error) {
        toast.error(describeError(error, t));
        return false;
      }
    },
    [mutateAsync, language, t],
  );
  return { acknowledge, isBusy: isPending };
}
