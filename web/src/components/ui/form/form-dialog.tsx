import { useStore } from '@tanstack/react-form';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { Form, FormError, SubmitButton, type SubmittableForm, useFormContext } from './form.tsx';

interface FormDialogProps
  extends Pick<
    DialogProps,
    | 'isOpen'
    | 'onClose'
    | 'title'
    | 'description'
    | 'size'
    | 'initialFocus'
    | 'finalFocus'
    | 'onClosed'
  > {
  form: SubmittableForm;
  /** What the main button does. */
  action: string;
  /** The form cannot be sent as it is, for example with an empty name. */
  isSubmitDisabled?: boolean;
  /** At the left of the buttons: reset, for example. */
  extra?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: cancel and save below, nothing closes it while it saves. */
export function FormDialog(props: FormDialogProps) {
  const { form } = props;
  return (
    <form.AppForm>
      <FormDialogFrame {...props} />
    </form.AppForm>
  );
}

function FormDialogFrame(props: FormDialogProps) {
  const { form, action, isSubmitDisabled = false, extra, children, ...dialog } = props;
  const { t } = useTranslation();
  const id = useId();
  const isBusy = useStore(useFormContext().store, (state) => state.isSubmitting);
  return (
    <Dialog
      {...dialog}
      isBusy={isBusy}
      footer={
        <>
          {extra !== undefined && <div className="flex flex-col sm:mr-auto">{extra}</div>}
          <Button look="secondary" disabled={isBusy} onClick={dialog.onClose}>
            {t('ui.cancel')}
          </Button>
          <SubmitButton form={id} disabled={isSubmitDisabled}>
            {action}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={id}>
        {children}
        <FormError />
      </Form>
    </Dialog>
  );
}
