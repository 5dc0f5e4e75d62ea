import { type ReactNode, useRef, useState } from 'react';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The question, with the count: `Delete 12 keys?` */
  title: string;
  /** What happens, in a sentence. */
  description?: ReactNode;
  /** Each thing that is lost, named and counted. */
  losses?: readonly string[];
  /** What the button does, never just "OK": `Delete 12 keys` */
  action: string;
  /** The dialog stays open and busy until it is done. After a failure it tells why. */
  onConfirm: () => Promise<unknown>;
  /** The message after a failure; default `An error occurred: …`. */
  describe?: (error: unknown) => string;
  isDestructive?: boolean;
  /** What is to be read before the answer is still on its way. */
  isWaiting?: boolean;
  /** What can be chosen. */
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, losses = [], action, onConfirm } = props;
  const { isDestructive = false, isWaiting = false, children } = props;
  const { t } = useTranslation();
  const { describe = (failure) => t('ui.form.failed', { reason: describeError(failure, t) }) } =
    props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const cancel = useRef<HTMLButtonElement>(null);

  const close = () => {
    setError(null);
    onClose();
  };
  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      description={description}
      isBusy={isBusy}
      size="small"
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} look="secondary" disabled={isBusy} onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button
            look={isDestructive ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={isWaiting}
            onClick={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {losses.length > 0 && (
        <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      {children}
      {error !== null && (
        <Notice kind="error" isNew className="mt-4">
          {describe(error)}
        </Notice>
      )}
    </Dialog>
  );
}
