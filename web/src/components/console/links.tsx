import { Link } from '@tanstack/react-router';
import { formatPhone } from '../../lib/format.ts';

/** A customer's name, leading to their page. Whoever gave none is called by the number. */
export function CustomerLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/admin/customers/$id" params={{ id: String(id) }} className={linkClasses}>
      {formatPhone(name)}
    </Link>
  );
}

/** A device's name, leading to its page. */
export function DeviceLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/admin/devices/$deviceId" params={{ deviceId: id }} className={linkClasses}>
      {name}
    </Link>
  );
}

/** A link within a row; the space around it belongs to it, so that a finger meets it. */
export const linkClasses =
  'rounded-sm py-2 font-semibold underline decoration-transparent underline-offset-4 transition hover:decoration-current';
