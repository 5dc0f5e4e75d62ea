import { useStore } from '@tanstack/react-form';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type {
  editOwnDeviceAnswerSchema,
  editOwnDeviceSchema,
  PortalDevice,
} from '../../../../../src/contract/devices/portal.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { PlaceDialog } from '../../../components/place/place-dialog.tsx';
import { SetupNetworkDialog } from '../../../components/setup-network-dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { TextField } from '../../../components/ui/text-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useAsked } from '../../../components/ui/use-asked.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { type PortalStats, portalKeys } from '../portal-stats.ts';
import { AlertSettingsDialog } from './alert-settings-form.tsx';

export type DeviceDialog =
  | { kind: 'rename'; deviceId: string }
  | { kind: 'place'; deviceId: string }
  | { kind: 'settings'; deviceId: string; settings: AlertSettingsAnswer }
  | { kind: 'network'; deviceId: string };

/** The one dialog that may be open over the list of devices; it stays while it closes. */
export function useDeviceDialogs(devices: readonly PortalDevice[] | undefined) {
  const { asked, round, ask, shared } = useAsked<DeviceDialog>();
  const device = devices?.find((one) => one.device_id === asked?.deviceId);
  const isShown = asked !== null && device !== undefined;
  return {
    open: ask,
    dialog: isShown && (
      <Fragment key={round}>{renderDialog(asked, { device, ...shared })}</Fragment>
    ),
  };
}

function renderDialog(dialog: DeviceDialog, common: DeviceDialogProps): ReactNode {
  const { device, isOpen, onClose } = common;
  switch (dialog.kind) {
    case 'rename':
      return <RenameDialog {...common} />;
    case 'place':
      return <SitePlaceDialog {...common} />;
    case 'settings':
      return <AlertSettingsDialog {...common} settings={dialog.settings} />;
    case 'network':
      return (
        <SetupNetworkDialog
          api={customerApi}
          devicePath={`/api/customer/devices/${encodeURIComponent(device.device_id)}`}
          siteName={device.site_name}
          isOpen={isOpen}
          onClose={onClose}
        />
      );
  }
}

interface DeviceDialogProps {
  device: PortalDevice;
  isOpen: boolean;
  onClose: () => void;
}

const longestName = 100;

/** Gives a device another name. */
function RenameDialog({ device, isOpen, onClose }: DeviceDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useEditOwnDevice();
  const { device_id: deviceId } = device;
  const name = useTypedOver();
  const form = useSaveForm({
    defaultValues: { siteName: device.site_name },
    save: ({ siteName }) => mutateAsync({ deviceId, fields: { siteName: siteName.trim() } }),
    onSaved: () => {
      toast.success(t('devices.rename.done'));
      onClose();
    },
    describe: (error) => t('devices.rename.failed', { reason: describeError(error, t) }),
  });
  const isEmpty = useStore(form.store, ({ values }) => values.siteName.trim() === '');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('devices.rename.title')}
      action={t('devices.rename.save')}
      isSubmitDisabled={isEmpty}
      size="small"
      initialFocus={name.focused}
    >
      <TextField
        label={t('devices.rename.id')}
        value={deviceId}
        onChange={() => {}}
        isReadOnly
        isCode
      />
      <form.AppField
        name="siteName"
        // Shown as soon as the field is empty, since the disabled button cannot tell.
        validators={{
          onChange: ({ value }) => (value.trim() === '' ? t('devices.rename.missing') : undefined),
        }}
      >
        {(field) => (
          <field.TextField
            label={t('devices.rename.name')}
            hint={t('devices.rename.hint')}
            maxLength={longestName}
            autoComplete="off"
            inputRef={name.take}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

/**
 * Has the focus at once, ready to be typed over; not with a finger, whose keyboard would cover the
 * dialog unasked. The dialog moves the focus, so that it knows where to return it to.
 */
function useTypedOver() {
  const focused = useRef<HTMLElement>(null);
  const take = useCallback((element: HTMLElement | null) => {
    if (!(element instanceof HTMLInputElement) || !matchMedia('(pointer: fine)').matches) return;
    focused.current = element;
    element.addEventListener('focus', () => element.select(), { once: true });
  }, []);
  return { focused, take };
}

interface SitePlaceDialogProps {
  device: PortalDevice;
  isOpen: boolean;
  onClose: () => void;
}

/** Where a site of the customer is. */
function SitePlaceDialog({ device, isOpen, onClose }: SitePlaceDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useEditOwnDevice();
  const { data: info } = useQuery(publicInfoQuery);
  const { device_id: deviceId } = device;
  return (
    <PlaceDialog
      siteName={device.site_name}
      place={device}
      isCellFixed={device.is_cell_operators}
      whoSees={t('place.who_sees')}
      api={customerApi}
      cellsPath="/api/customer/cells"
      isOnStatusPage={info?.status_page === true ? device.on_status_page : null}
      save={(fields) => mutateAsync({ deviceId, fields })}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}

interface OwnDeviceEdit {
  readonly deviceId: string;
  readonly fields: InputOf<typeof editOwnDeviceSchema>;
}
type EditAnswer = OutputOf<typeof editOwnDeviceAnswerSchema>;

function useEditOwnDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ deviceId, fields }: OwnDeviceEdit): Promise<EditAnswer> =>
      customerApi.put(`/api/customer/devices/${encodeURIComponent(deviceId)}`, fields),
    onSuccess: ({ data }) => {
      changeShownDevice(queryClient, data.device_id, () => data);
      // The name also appears with its key and its events.
      void queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
}

/** Updates one device in all cached lists. */
function changeShownDevice(
  queryClient: QueryClient,
  deviceId: string,
  change: (device: PortalDevice) => PortalDevice,
): void {
  queryClient.setQueryData<PortalStats>(portalKeys.stats, (stats) => {
    if (stats === undefined) return undefined;
    const devices = stats.devices.map((device) =>
      device.device_id === deviceId ? change(device) : device,
    );
    return { ...stats, devices };
  });
}
