import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';

/**
 * How many keys there are, the keys, and the devices. Long lists lead to the page that has all of them.
 * @param props.hasStats false: how many keys there are stands elsewhere on the page
 */
export function KeysAndDevices({ hasStats }: { hasStats: boolean }) {
  const { data } = useQuery(statsQuery);
  return (
    <>
      {hasStats && <KeyStats stats={data?.stats} />}
      <KeyTable keys={data?.keys} isShort />
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} isShort />
    </>
  );
}
