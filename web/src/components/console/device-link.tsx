import { Link } from '@tanstack/react-router';
import { linkClasses } from './link-classes.ts';

/** A device's name, leading to its page. */
export function DeviceLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/admin/devices/$deviceId" params={{ deviceId: id }} className={linkClasses}>
      {name}
    </Link>
  );
}
