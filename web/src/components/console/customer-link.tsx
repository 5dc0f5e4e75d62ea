import { Link } from '@tanstack/react-router';
import { linkClasses } from './link-classes.ts';

/** A customer's name, leading to their page. */
export function CustomerLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/admin/customers/$id" params={{ id: String(id) }} className={linkClasses}>
      {name}
    </Link>
  );
}
