import type {
  changeDeviceAnswerSchema,
  editDeviceSchema,
} from '../../../../../src/contract/devices/devices.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';
import { devicePath } from './get-device.ts';

interface Editing {
  deviceId: string;
  fields: InputOf<typeof editDeviceSchema>;
}
type ChangeAnswer = OutputOf<typeof changeDeviceAnswerSchema>;

function editDevice({ deviceId, fields }: Editing): Promise<ChangeAnswer> {
  return adminApi.put(devicePath(deviceId), fields);
}

export function useEditDevice() {
  return useConsoleChange(editDevice);
}
