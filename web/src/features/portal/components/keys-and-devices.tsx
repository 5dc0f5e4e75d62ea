import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';

/**
 * How many keys there are, the keys, and the devices.
 * @param isShort long lists lead to the page that has all of them
 */
export function KeysAndDevices({ isShort = false }: { isShort?: boolean }) {
  const { data } = useQuery(statsQuery);
  return (
    <>
      <KeyStats stats={data?.stats} />
      <KeyTable keys={data?.keys} isShort={isShort} />
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} isShort={isShort} />
    </>
  );
}
