import { Link } from '@tanstack/react-router';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { isUntold } from '../site-filter.ts';

/** One notice for all sites whose outages nobody would be told of, with what can be done. */
export function UntoldNotice({ devices }: { devices: readonly PortalDevice[] }) {
  const { t } = useTranslation();
  const untold = devices.filter(isUntold);
  if (untold.length === 0) return null;
  const withoutChat = untold.filter(({ alerts }) => alerts === 'no_messenger').length;
  const link = (to: '/customer/alerts' | '/customer/sites', text: string) => (
    <Link
      to={to}
      search={to === '/customer/sites' ? { filter: 'untold' } : {}}
      className={buttonClasses('secondary', undefined, 'small')}
    >
      {text}
    </Link>
  );
  return withoutChat === untold.length ? (
    <Notice
      kind="error"
      title={t('portal.untold.no_chat', { count: untold.length })}
      action={link('/customer/alerts', t('portal.silent.connect'))}
    />
  ) : (
    <Notice
      kind="warning"
      title={t('portal.untold.some', { count: untold.length })}
      action={link('/customer/sites', t('portal.untold.show'))}
    />
  );
}
