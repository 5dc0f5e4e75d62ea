import { Link } from '@tanstack/react-router';
import { formatPhone } from '../../lib/format.ts';
import { linkClasses } from './link-classes.ts';

/** A customer's name, leading to their page. Whoever gave none is called by the number. */
export function CustomerLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/admin/customers/$id" params={{ id: String(id) }} className={linkClasses}>
      {formatPhone(name)}
    </Link>
  );
}
