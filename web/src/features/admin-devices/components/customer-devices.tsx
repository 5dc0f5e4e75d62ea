import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { toListParams } from '../../../lib/console/list-params.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { DeviceTable } from './device-table.tsx';

interface CustomerDevicesProps {
  customerId: number;
  page: number;
  onPageChange: (page: number) => void;
}

/** The devices of one customer. */
export function CustomerDevices({ customerId, page, onPageChange }: CustomerDevicesProps) {
  const { t } = useTranslation();
  const list = useQuery(devicesQuery({ ...toListParams({ page }), customer_id: customerId }));
  return (
    <DeviceTable
      list={list}
      page={page}
      onPageChange={onPageChange}
      hasCustomer={false}
      empty={
        <EmptyState
          icon={Cpu}
          title={t('admin_devices.none_here.title')}
          text={t('admin_devices.none_here.text')}
        />
      }
    />
  );
}
