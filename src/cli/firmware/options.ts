import { InvalidArgumentError } from 'commander';
import { boardSchema } from '../../contract/fleet/device.ts';
import type { Board } from '../../domain/devices/device-type.ts';
import { boards } from '../../domain/devices/device-type.ts';
import { firmwareDir } from '../../installation/paths.ts';
import { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';

export function boardOption(text: string): Board {
  const result = boardSchema.safeParse(text);
  if (!result.success) throw new InvalidArgumentError(`must be one of ${boards.join(', ')}`);
  return result.data;
}

export function openFirmwareShelf(dataDir: string): FirmwareShelf {
  return new FirmwareShelf(firmwareDir(dataDir));
}
