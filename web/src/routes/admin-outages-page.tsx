import { OutagesPage } from '../features/admin-devices/components/outages-page.tsx';
import { MapLink } from '../modules/map/components/map-link.tsx';

/** The sites without power, and the way to the map. */
export function AdminOutagesPage() {
  return <OutagesPage mapLink={<MapLink />} />;
}
