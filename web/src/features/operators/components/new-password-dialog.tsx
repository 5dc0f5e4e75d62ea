import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

interface NewPasswordDialogProps {
  username: string;
  password: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The password of an operator, shown this once, to hand on. */
export function NewPasswordDialog(props: NewPasswordDialogProps) {
  const { username, password, isOpen, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('operators.password.title', { name: username })}
      description={t('operators.password.text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('operators.password.kept')}
        </Button>
      }
    >
      <KeyValueList
        entries={[
          { term: t('console.login.username'), value: <Copied text={username} /> },
          { term: t('console.login.password'), value: <Copied text={password} /> },
        ]}
      />
    </Dialog>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <span className="-my-2 inline-flex items-center gap-1">
      <code className="break-all font-mono text-sm">{text}</code>
      <CopyButton text={text} what={text} className="-mr-2.5" />
    </span>
  );
}
