import { useQuery } from '@tanstack/react-query';
import { VoltageCard } from '../../../components/mains-voltage/voltage-card.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { mainsVoltageQuery } from '../../../lib/mains-voltage-query.ts';
import { devicePath } from '../api/get-device.ts';

/** The voltage of the mains, if the board measures it. */
export function DeviceVoltage({ deviceId }: { deviceId: string }) {
  return <VoltageCard answer={useQuery(mainsVoltageQuery(adminApi, devicePath(deviceId))).data} />;
}
