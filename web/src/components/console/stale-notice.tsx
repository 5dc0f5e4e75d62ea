import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface StaleNoticeProps {
  /** Null: what is shown is as the server has it. */
  error: unknown;
  onRetry: () => void;
}

/** Above what is still shown though it could not be asked for again: it may not be true any more. */
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
