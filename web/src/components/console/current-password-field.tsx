import { useTranslation } from '../../lib/i18n.ts';
import { FormPasswordField } from '../ui/form/form.tsx';
import type { TextFieldProps } from '../ui/text-field.tsx';

/** Asks for the operator's own password, within a field of a form. */
export function CurrentPasswordField(props: Pick<TextFieldProps, 'inputRef'>) {
  const { t } = useTranslation();
  return (
    <FormPasswordField
      label={t('settings.password.current')}
      autoComplete="current-password"
      maxLength={256}
      {...props}
    />
  );
}
