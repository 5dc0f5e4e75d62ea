import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password, hidden until its owner wants to see what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? t('ui.field.hide_password') : t('ui.field.show_password')}
          icon={isShown ? EyeOff : Eye}
          disabled={props.isDisabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
