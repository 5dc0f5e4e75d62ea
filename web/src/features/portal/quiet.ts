import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  quietDevicesAnswerSchema,
  quietDevicesSchema,
} from '../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { toast } from '../../components/ui/toast.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from './format-since.ts';
import { portalKeys } from './portal-stats.ts';

type QuietWish = 'none' | 'hour' | 'morning' | 'ever';

/** Mutes or unmutes alerts of sites, says so, and offers to take it back. */
export function useQuiet(devices: readonly Pick<PortalDevice, 'device_id' | 'site_name'>[]) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useQuietDevices();
  const [first] = devices;
  const name =
    devices.length === 1 && first !== undefined
      ? first.site_name
      : t('portal.mute.sites', { count: devices.length });
  const fail = (error: unknown) =>
    toast.error(t('devices.toggle.failed', { reason: describeError(error, t) }));

  async function ask(wish: QuietWish): Promise<void> {
    try {
      const { data } = await mutateAsync(
        devices.map(({ device_id }) => ({ device_id, quiet: wish })),
      );
      const undo = () => void mutateAsync(data.before).catch(fail);
      toast.success(said(wish, data.until), { label: t('portal.mute.undo'), onClick: undo });
    } catch (error) {
      fail(error);
    }
  }

  function said(wish: QuietWish, until: string | null): string {
    switch (wish) {
      case 'none':
        return t('devices.toggle.unmuted', { name });
      case 'ever':
        return t('devices.toggle.muted', { name });
      case 'hour':
      case 'morning':
        return t('portal.mute.until', {
          name,
          time: until === null ? '' : formatMoment(until, Date.now(), language),
        });
    }
  }

  return { ask: (wish: QuietWish) => void ask(wish), isPending };
}

type Wishes = InputOf<typeof quietDevicesSchema>['devices'];
type Answer = OutputOf<typeof quietDevicesAnswerSchema>;

/** Mutes or unmutes devices; busy until the devices are up to date. */
function useQuietDevices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (devices: Wishes): Promise<Answer> =>
      customerApi.put('/api/customer/quiet', { devices }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
