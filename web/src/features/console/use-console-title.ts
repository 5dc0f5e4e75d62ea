import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useTitleAlert } from '../../lib/use-document-title.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { countDownQuery } from './api/count-down.ts';

/** The tab says how many devices have no power. */
export function useConsoleTitle({ isOff }: { isOff: boolean }): void {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: count = 0 } = useQuery({ ...countDownQuery, enabled: !isOff });
  const number = formatNumber(count, language);
  useTitleAlert(count === 0 ? null : `${t('state.mains_lost.word')} (${number})`);
}
