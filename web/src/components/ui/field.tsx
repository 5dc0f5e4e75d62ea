import { Field as BaseField } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** What every field of a form has, whatever is typed or chosen in it. */
export interface FieldProps {
  label: string;
  /** Where what stands beside it says enough; a screen reader still hears it. */
  isLabelHidden?: boolean;
  /** Says so beside the label; everything else is taken as required. */
  isOptional?: boolean;
  /** Help that stays, below the control. */
  hint?: ReactNode;
  /** What is wrong, in words; the field is then marked and tied to it. */
  error?: string | undefined;
  isDisabled?: boolean;
  className?: string;
}

interface FieldFrameProps extends FieldProps {
  children: ReactNode;
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field(props: FieldFrameProps) {
  const { label, isOptional, hint, error, isDisabled = false, className, children } = props;
  const { t } = useTranslation();
  return (
    <BaseField.Root
      invalid={error !== undefined}
      disabled={isDisabled}
      className={classNames('flex min-w-0 flex-col items-stretch', className)}
    >
      <BaseField.Label
        className={
          props.isLabelHidden
            ? 'sr-only'
            : 'mb-1.5 self-start font-semibold text-sm data-disabled:text-muted'
        }
      >
        {label}
        {isOptional && <span className="font-normal text-muted"> ({t('ui.field.optional')})</span>}
      </BaseField.Label>
      {children}
      <FieldNotes hint={hint} error={error} />
    </BaseField.Root>
  );
}

/** Hint and error below a control; both are read with it. */
export function FieldNotes({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && (
        <BaseField.Description className="mt-1 text-muted text-xs">{hint}</BaseField.Description>
      )}
      <BaseField.Error
        match={error !== undefined}
        className="mt-1 flex items-start gap-1.5 font-semibold text-mains-lost text-xs"
      >
        <CircleAlert aria-hidden="true" className="h-lh w-3.5 shrink-0" />
        {error}
      </BaseField.Error>
    </>
  );
}
