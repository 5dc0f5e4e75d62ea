import { InvalidArgumentError } from 'commander';
import { deviceTypeSchema, deviceTypes } from '../../contract/device.ts';
import type { DeviceType } from '../../domain/device-type.ts';
import { firmwareDir } from '../../paths.ts';
import { FirmwareShelf } from '../../store/firmware-shelf.ts';

export function boardOption(text: string): DeviceType {
  const result = deviceTypeSchema.safeParse(text);
  if (!result.success) throw new InvalidArgumentError(`must be one of ${deviceTypes.join(', ')}`);
  return result.data;
}

export function openFirmwareShelf(dataDir: string): FirmwareShelf {
  return new FirmwareShelf(firmwareDir(dataDir));
}
