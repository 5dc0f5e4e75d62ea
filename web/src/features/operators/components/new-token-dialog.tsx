import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

interface NewTokenDialogProps {
  /** Null: closed. */
  made: { name: string; token: string } | null;
  onClose: () => void;
}

/** A token, shown this once, to be pasted into a program. */
export function NewTokenDialog({ made, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={made !== null}
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('operators.tokens.made', { name: made?.name ?? '' })}
      description={t('operators.tokens.made_text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('operators.tokens.kept')}
        </Button>
      }
    >
      <p className="flex items-center gap-1">
        <code className="min-w-0 break-all font-mono text-sm">{made?.token}</code>
        <CopyButton text={made?.token ?? ''} what={t('operators.tokens.title')} />
      </p>
    </Dialog>
  );
}
