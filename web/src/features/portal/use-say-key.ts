import { useTranslation } from '../../lib/i18n.ts';
import type { SeenKey } from './api/seen-keys.ts';

/** Names a key: by the site that it serves, and the end of its code. */
export function useSayKey(): (key: SeenKey) => string {
  const { t } = useTranslation();
  return ({ key_code: code, site_name: site }) => {
    const end = code.slice(-5);
    return site === null
      ? t('messenger.seen.key', { end })
      : t('messenger.seen.key_of', { site, end });
  };
}
