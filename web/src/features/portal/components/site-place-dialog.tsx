import { useQuery } from '@tanstack/react-query';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { PlaceDialog } from '../../../components/place/place-dialog.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useEditOwnDevice } from '../api/edit-own-device.ts';

interface SitePlaceDialogProps {
  device: PortalDevice;
  isOpen: boolean;
  onClose: () => void;
}

/** Where a site of the customer is. */
export function SitePlaceDialog({ device, isOpen, onClose }: SitePlaceDialogProps) {
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
