import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import {
  BellOff,
  BellRing,
  CheckCheck,
  MapPin,
  Pencil,
  PhoneCall,
  PhoneOff,
  Router,
  Trash2,
  Unlink,
} from 'lucide-react';
import { Fragment, type ReactNode, useCallback } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { PlaceDialog } from '../../../components/place/place-dialog.tsx';
import { SetupNetworkDialog } from '../../../components/setup-network-dialog.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useAsked } from '../../../components/ui/use-asked.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatKeyCode, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  devicePath,
  lossesQuery,
  useDeleteDevice,
  useEditDevice,
  useReleaseDevice,
} from '../device-calls.ts';
import { type AlertAction, isAlertAction, useDeviceAlerts } from './outage-tools.tsx';

type DialogAction = 'edit' | 'place' | 'network' | 'release' | 'delete';
export type DeviceAction = DialogAction | AlertAction;

interface Asked {
  action: DialogAction;
  device: DeviceAnswer;
}

/**
 * What can be done to a device: at once where it can be taken back, else one dialog at a time.
 * @param onDeleted where to go once it is gone
 */
export function useDeviceDialogs(onDeleted?: () => void): {
  open: (action: DeviceAction, device: DeviceAnswer) => void;
  dialogs: ReactNode;
} {
  const { asked, round, ask, shared: common } = useAsked<Asked>();
  const changeAlerts = useDeviceAlerts();
  const open = useCallback(
    (action: DeviceAction, device: DeviceAnswer) => {
      if (isAlertAction(action)) {
        changeAlerts(action, device);
        return;
      }
      ask({ action, device });
    },
    [ask, changeAlerts],
  );
  const shared = asked && { device: asked.device, ...common };
  return {
    open,
    dialogs: shared && (
      <Fragment key={round}>
        {asked.action === 'edit' && <EditDeviceDialog {...shared} />}
        {asked.action === 'place' && <DevicePlaceDialog {...shared} />}
        {asked.action === 'network' && (
          <SetupNetworkDialog
            api={adminApi}
            devicePath={devicePath(asked.device.device_id)}
            siteName={asked.device.site_name}
            {...common}
          />
        )}
        {asked.action === 'release' && <ReleaseDeviceDialog {...shared} />}
        {asked.action === 'delete' && (
          <DeleteDeviceDialog {...shared} {...(onDeleted !== undefined && { onDeleted })} />
        )}
      </Fragment>
    ),
  };
}

/** What can be done to a device; what is urgent first, what is set once later. */
export function deviceEntries(
  device: DeviceAnswer,
  t: TFunction,
  onAction: (action: DeviceAction) => void,
): MenuEntry[] {
  const { outage, muted_until: mutedUntil, customer_id: customerId, critical } = device;
  const isOpen = outage !== null && customerId !== null;
  const isAcknowledged = outage?.acknowledged_at !== null;
  const isMuted = mutedUntil !== null;
  return [
    ...(isOpen
      ? [
          {
            id: 'answer',
            label: t(
              isAcknowledged
                ? 'admin_devices.acknowledge.remind'
                : 'admin_devices.acknowledge.open',
            ),
            icon: isAcknowledged ? BellRing : CheckCheck,
            onSelect: () => onAction(isAcknowledged ? 'remind' : 'acknowledge'),
            isDisabled: isAcknowledged && outage.recover_at !== null,
          },
        ]
      : []),
    { label: t('admin_devices.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
    {
      id: 'quiet',
      label: t(isMuted ? 'admin_devices.mute.end' : 'admin_devices.mute.open'),
      icon: isMuted ? BellRing : BellOff,
      onSelect: () => onAction(isMuted ? 'unmute' : 'mute'),
      isDisabled: customerId === null || device.alerts === 'off',
    },
    { label: t('admin_devices.place.open'), icon: MapPin, onSelect: () => onAction('place') },
    ...(critical === null
      ? []
      : [
          {
            id: 'critical',
            label: t(critical ? 'admin_devices.critical.end' : 'admin_devices.critical.open'),
            icon: critical ? PhoneOff : PhoneCall,
            onSelect: () => onAction(critical ? 'unmark' : 'mark'),
            isDisabled: customerId === null,
          },
        ]),
    {
      label: t('admin_devices.network.open'),
      icon: Router,
      onSelect: () => onAction('network'),
      isDisabled: device.key_code === null,
    },
    {
      label: t('admin_devices.release.open'),
      icon: Unlink,
      onSelect: () => onAction('release'),
      isDisabled: customerId === null,
    },
    {
      label: t('admin_devices.delete.open'),
      icon: Trash2,
      onSelect: () => onAction('delete'),
      isDestructive: true,
    },
  ];
}

interface EditDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

function EditDeviceDialog({ device, isOpen, onClose }: EditDeviceDialogProps) {
  const { t } = useTranslation();
  const edit = useEditDevice();
  const form = useSaveForm({
    defaultValues: { site_name: device.site_name, site_address: device.site_address ?? '' },
    check: ({ site_name: name }) => ({
      site_name: name.trim() === '' && t('ui.said.enter_device_name'),
    }),
    save: (fields) => edit.mutateAsync({ deviceId: device.device_id, fields }),
    onSaved: () => {
      toast.success(t('admin_devices.edit.done'));
      onClose();
    },
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.edit.title')}
      action={t('console.save')}
    >
      <TextField
        label={t('admin_devices.column.id')}
        value={device.device_id}
        onChange={() => {}}
        isReadOnly
        isCode
      />
      <form.AppField name="site_name">
        {(field) => <field.TextField label={t('admin_devices.column.site')} maxLength={100} />}
      </form.AppField>
      <form.AppField name="site_address">
        {(field) => (
          <field.TextAreaField label={t('admin_devices.fact.address')} maxLength={500} isOptional />
        )}
      </form.AppField>
    </FormDialog>
  );
}

interface DevicePlaceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Where a device is, as the operator says it. */
function DevicePlaceDialog({ device, isOpen, onClose }: DevicePlaceDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useEditDevice();
  return (
    <PlaceDialog
      siteName={device.site_name}
      place={device}
      isCellFixed={false}
      whoSees={t('admin_devices.place.who_sees')}
      api={adminApi}
      cellsPath="/api/cells"
      isOnStatusPage={null}
      save={(fields) => mutateAsync({ deviceId: device.device_id, fields })}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}

interface ReleaseDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Names what its customer loses before it is taken from them. */
function ReleaseDeviceDialog({ device, isOpen, onClose }: ReleaseDeviceDialogProps) {
  const { t } = useTranslation();
  const release = useReleaseDevice();
  const { site_name: name, customer_name: customer, key_code: key, outage } = device;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.release.title', { name })}
      description={t('admin_devices.release.text')}
      losses={[
        t('admin_devices.release.customer', { customer: customer ?? '' }),
        ...(key === null ? [] : [t('admin_devices.release.key', { key: formatKeyCode(key) })]),
        t('admin_devices.release.settings'),
        ...(outage === null ? [] : [t('admin_devices.release.outage')]),
        t('admin_devices.release.enrol'),
      ]}
      action={t('admin_devices.release.action')}
      isDestructive
      onConfirm={async () => {
        await release.mutateAsync(device.device_id);
        toast.success(t('admin_devices.release.done'));
      }}
    />
  );
}

interface DeleteDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Names what goes with a device, and how much of it, before it is deleted. */
function DeleteDeviceDialog(props: DeleteDeviceDialogProps) {
  const { device, isOpen, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const remove = useDeleteDevice();
  const { data: losses } = useQuery({ ...lossesQuery(device.device_id), enabled: isOpen });
  const { site_name: name, customer_name: customer, key_code: key } = device;
  const count = (number: number) => ({ count: number, number: formatNumber(number, language) });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.delete.title', { name })}
      description={t('admin_devices.delete.text')}
      losses={[
        ...(losses === undefined
          ? [t('admin_devices.delete.history')]
          : [
              t('admin_devices.delete.outages', count(losses.outages)),
              t('admin_devices.delete.events', count(losses.events)),
            ]),
        ...(customer === null ? [] : [t('admin_devices.release.customer', { customer })]),
        ...(key === null ? [] : [t('admin_devices.release.key', { key: formatKeyCode(key) })]),
      ]}
      action={t('admin_devices.delete.action')}
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync(device.device_id);
        toast.success(t('admin_devices.delete.done'));
        onDeleted?.();
      }}
    />
  );
}
