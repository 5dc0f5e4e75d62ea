import { Download, Printer } from 'lucide-react';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/ui/button.tsx';
import { CopyAllButton } from '../../../components/ui/copy-all-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { saveFile } from '../../../lib/save-file.ts';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Codes for the day the app is lost, shown this once: to copy, to keep as a file or to print. */
export function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const keep = useRef<HTMLButtonElement>(null);
  const download = () => {
    const text = [t('account.recovery.sheet'), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'faiwatch-recovery-codes.txt');
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      size="large"
      initialFocus={keep}
      title={t('account.recovery.title')}
      description={t('account.recovery.text')}
      footer={
        <>
          <Button ref={keep} look="ghost" className="sm:mr-auto" onClick={onClose}>
            {t('account.recovery.kept')}
          </Button>
          <Button
            look="secondary"
            icon={<Printer aria-hidden="true" className="size-4" />}
            onClick={() => print()}
          >
            {t('account.recovery.print')}
          </Button>
          <Button
            look="secondary"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={download}
          >
            {t('account.recovery.download')}
          </Button>
          <CopyAllButton texts={codes} label={t('account.recovery.copy')} />
        </>
      }
    >
      <CodeList codes={codes} />
      {isOpen && <Sheet codes={codes} />}
    </Dialog>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-2 rounded-sm border border-line p-4 sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>
          <code className="font-mono text-sm tracking-wide">{code}</code>
        </li>
      ))}
    </ul>
  );
}

/** On paper, in place of the page. */
function Sheet({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  return createPortal(
    <div data-sheet className="hidden print:block">
      <h1 className="mb-4 font-semibold text-lg">{t('account.recovery.sheet')}</h1>
      <CodeList codes={codes} />
    </div>,
    document.body,
  );
}
