import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/ui/notice.tsx';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** Above all that could change it: that nobody is told of an outage, and who can change that. */
export function NobodyTold() {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  if (info === undefined) return null;
  const { bot, line, webhook, email, sms, push } = info;
  const isOffered = bot !== null || line !== null || webhook || email || sms || push !== null;
  return (
    <Notice kind="error" title={t('portal.untold.nobody')} className="mb-6">
      <p>{t(isOffered ? 'portal.untold.connect_below' : 'portal.untold.ask_operator')}</p>
    </Notice>
  );
}
