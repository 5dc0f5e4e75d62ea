import { EllipsisVertical, MapPin, Pencil, SlidersHorizontal, Wifi } from 'lucide-react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLoadAlertSettings } from '../api/load-alert-settings.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { MuteMenu } from './mute-menu.tsx';
import type { DeviceDialog } from './use-device-dialogs.tsx';

interface DeviceActionsProps {
  device: PortalDevice;
  onOpen: (dialog: DeviceDialog) => void;
}

/** Mute or unmute; for owners also alert settings and rename, and behind them what is set once. */
export function DeviceActions({ device, onOpen }: DeviceActionsProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  return (
    <span className="inline-flex gap-1">
      <MuteMenu devices={[device]} label={t('devices.action.mute', { name: device.site_name })} />
      {isOwner && <OwnersActions device={device} onOpen={onOpen} />}
    </span>
  );
}

function OwnersActions({ device, onOpen }: DeviceActionsProps) {
  const { t } = useTranslation();
  const loading = useLoadAlertSettings();
  const { device_id: deviceId, site_name: name } = device;
  const openSettings = async () => {
    try {
      const { data: settings } = await loading.mutateAsync(deviceId);
      onOpen({ kind: 'settings', deviceId, settings });
    } catch (error) {
      toast.error(t('alerts.load_failed', { reason: describeError(error, t) }));
    }
  };
  return (
    <>
      <Button
        look="ghost"
        size="small"
        title={t('devices.action.settings', { name })}
        isBusy={loading.isPending}
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
        className="px-2!"
        onClick={() => void openSettings()}
      >
        {/* A table has no room for words. */}
        <span className="in-table:hidden" aria-hidden="true">
          {t('alerts.title')}
        </span>
        <span className="sr-only">{t('devices.action.settings', { name })}</span>
      </Button>
      <IconButton
        label={t('devices.action.rename', { name })}
        icon={Pencil}
        onClick={() => onOpen({ kind: 'rename', deviceId })}
      />
      <Menu
        label={t('devices.action.more', { name })}
        trigger={<IconButton label={t('devices.action.more', { name })} icon={EllipsisVertical} />}
        entries={() => [
          {
            label: t('devices.action.place', { name }),
            icon: MapPin,
            onSelect: () => onOpen({ kind: 'place', deviceId }),
          },
          {
            label: t('devices.action.network', { name }),
            icon: Wifi,
            onSelect: () => onOpen({ kind: 'network', deviceId }),
          },
        ]}
      />
    </>
  );
}
