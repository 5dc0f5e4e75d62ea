import { useMemo, useState } from 'react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';

/** As many as can be acknowledged in one go, and looked through. */
export const mostSelected = 200;

/**
 * The devices that are ticked, those of other pages included. What is shown is newer than what was ticked.
 * @param rows the page that is shown
 */
export function useDeviceSelection(rows: readonly DeviceAnswer[] = []) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeviceAnswer>>(new Map());
  const ids = useMemo(() => new Set(chosen.keys()), [chosen]);
  const shown = new Map(rows.map((device) => [device.device_id, device]));
  const choose = (devices: readonly DeviceAnswer[]) =>
    setChosen(new Map(devices.slice(0, mostSelected).map((device) => [device.device_id, device])));
  return {
    ids,
    devices: [...chosen].map(([id, device]) => shown.get(id) ?? device),
    choose,
    change: (wanted: ReadonlySet<string>) =>
      choose([...wanted].flatMap((id) => shown.get(id) ?? chosen.get(id) ?? [])),
    clear: () => setChosen(new Map()),
  };
}
