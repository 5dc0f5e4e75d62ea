import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface StaleNoticeProps {
  /** Null: the page is up to date. */
  error: unknown;
  onRetry: () => void;
}

/** Stands above data that could not be refreshed and may be out of date. */
export function StaleNotice({ error, onRetry }: StaleNoticeProps) {
  const { t } = useTranslation();
  if (error === null) return null;
  return (
    <Notice
      kind="warning"
      title={t('console.stale')}
      action={
        <Button look="secondary" size="small" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {describeError(error, t)}
    </Notice>
  );
}
