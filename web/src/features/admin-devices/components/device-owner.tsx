import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { formatPhone } from '../../../lib/format.ts';

/** Whose a device is, with the number to call. */
export function DeviceOwner({ device, nobody }: { device: DeviceAnswer; nobody: string }) {
  const { customer_id: id, customer_name: name, phone } = device;
  if (id === null) return <span className="text-muted">{nobody}</span>;
  return (
    <>
      <CustomerLink id={id} name={name ?? ''} />
      {phone !== null && (
        <>
          {' '}
          {/* On the same line where there is room for it. */}
          <span className="whitespace-nowrap text-muted text-xs tabular-nums">
            {formatPhone(phone)}
          </span>
        </>
      )}
    </>
  );
}
