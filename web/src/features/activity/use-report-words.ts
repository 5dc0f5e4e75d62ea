import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { createReportWords, type ReportWords } from './report-words.ts';

export function useReportWords(): ReportWords {
  const { t } = useTranslation();
  return createReportWords(t, useLanguage());
}
