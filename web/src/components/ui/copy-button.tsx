import { Check, Copy } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for its name: `key`. */
  what: string;
  className?: string;
}

/** Copies, and says for two seconds that it did. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={t('ui.copy.action', { what })}
        icon={isCopied ? Check : Copy}
        size="small"
        className={classNames(isCopied && 'text-up', className)}
        onClick={() => void copy(text)}
      />
      <span role="status" className="sr-only">
        {isCopied && t('ui.copy.done')}
      </span>
    </>
  );
}
