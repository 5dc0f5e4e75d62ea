import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { hasMapQuery } from '../api/map-query.ts';

/** To the map, once a site has a location. */
export function MapLink() {
  const { t } = useTranslation();
  const { data } = useQuery(hasMapQuery);
  if (data !== true) return null;
  return (
    <Link to="/admin/map" className={buttonClasses('secondary')}>
      <MapPin aria-hidden="true" className="size-4" />
      {t('map.title')}
    </Link>
  );
}
