import { Link } from '@tanstack/react-router';
import { linkClasses } from '../../../components/console/links.tsx';
import { useAreaName } from '../../../components/place/area-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** Which area is shown, and the way back to everywhere. */
export function AreaTrail({ area }: { area: string }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="font-semibold">{useAreaName(area)}</span>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, area: undefined })}
        className={linkClasses}
      >
        {t('reliability.everywhere')}
      </Link>
    </p>
  );
}
