import { CloudOff, RotateCw } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from './button.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** What could not be loaded; otherwise said in general. */
  title?: string;
  isRetrying?: boolean;
  className?: string;
}

/** Something could not be loaded: why, and a way to try again. */
export function ErrorState({
  error,
  onRetry,
  title,
  isRetrying = false,
  className,
}: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center px-5 py-12 text-center', className)}
    >
      <span className="grid size-13 place-items-center rounded-full bg-raised text-mains-lost">
        <CloudOff aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 text-balance font-semibold">{title ?? t('ui.error.title')}</p>
      <p className="mt-1 max-w-md text-balance text-muted text-sm">{describeError(error, t)}</p>
      <Button
        look="secondary"
        className="mt-5"
        isBusy={isRetrying}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        onClick={onRetry}
      >
        {t('ui.retry')}
      </Button>
    </div>
  );
}
