import { useQuery } from '@tanstack/react-query';
import { VoltageCard } from '../../../components/mains-voltage/voltage-card.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { mainsVoltageQuery } from '../../../lib/mains-voltage-query.ts';

/** The voltage of the mains at one site, if its board measures it. */
export function SiteVoltage({ deviceId }: { deviceId: string }) {
  const path = `/api/customer/devices/${encodeURIComponent(deviceId)}`;
  return <VoltageCard answer={useQuery(mainsVoltageQuery(customerApi, path)).data} />;
}
