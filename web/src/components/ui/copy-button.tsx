import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names.ts';
import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for its name: `key`. */
  what: string;
  className?: string;
}

/** Copies, and says for two seconds that it did. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) setIsCopied(true);
    else toast.error(t('ui.copy.failed'));
  };
  return (
    <>
      <IconButton
        label={t('ui.copy.action', { what })}
        icon={isCopied ? Check : Copy}
        size="small"
        className={classNames(isCopied && 'text-up', className)}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {isCopied && t('ui.copy.done')}
      </span>
    </>
  );
}
