import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';

/** Keys and devices as the dashboard has them. */
export function OverviewTables() {
  const { data } = useQuery(statsQuery);
  return (
    <>
      <KeyStats stats={data?.stats} />
      <KeyTable keys={data?.keys} />
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} />
    </>
  );
}
