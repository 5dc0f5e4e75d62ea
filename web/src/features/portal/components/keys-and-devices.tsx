import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';

interface KeysAndDevicesProps {
  /** Long lists lead to the page that has all of them. */
  isShort?: boolean;
  /** False: how many keys there are stands elsewhere on the page. */
  hasStats?: boolean;
}

/** How many keys there are, the keys, and the devices. */
export function KeysAndDevices({ isShort = false, hasStats = true }: KeysAndDevicesProps) {
  const { data } = useQuery(statsQuery);
  return (
    <>
      {hasStats && <KeyStats stats={data?.stats} />}
      <KeyTable keys={data?.keys} isShort={isShort} />
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} isShort={isShort} />
    </>
  );
}
