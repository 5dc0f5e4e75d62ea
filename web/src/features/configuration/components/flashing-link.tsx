import { ExternalLink } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';

/**
 * The page that puts the firmware on a board, in a window of its own. As an opener's it has a copy of the
 * session storage, and leads back here with the same key.
 */
export const flashingPage = {
  href: '/firmware-flash.html',
  target: '_blank',
  rel: 'opener',
} as const;

export function FlashingLinkText() {
  const { t } = useTranslation();
  return (
    <>
      {t('configure.flashing.link')}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">({t('configure.flashing.new_window')})</span>
    </>
  );
}
