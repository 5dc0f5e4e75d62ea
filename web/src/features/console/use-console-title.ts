import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '../../lib/console/attention-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useTitleAlert } from '../../lib/use-document-title.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** The tab says how many devices have no power. */
export function useConsoleTitle({ isOff }: { isOff: boolean }): void {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({ ...attentionQuery, enabled: !isOff });
  const count = data?.sites.mains_lost ?? 0;
  const number = formatNumber(count, language);
  useTitleAlert(count === 0 ? null : `${t('state.mains_lost.word')} (${number})`);
}
