import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../../components/ui/notice.tsx';
import { channelsInUse } from '../../../lib/channels-in-use.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** Above all that could change it: that nobody is told of an outage, and who can change that. */
export function NobodyTold() {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  if (info === undefined) return null;
  const isOffered = channelsInUse(info).length > 0;
  return (
    <Notice kind="error" title={t('portal.untold.nobody')} className="mb-6">
      <p>{t(isOffered ? 'portal.untold.connect_below' : 'portal.untold.ask_operator')}</p>
    </Notice>
  );
}
