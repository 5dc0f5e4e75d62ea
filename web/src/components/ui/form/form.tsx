import { type ComponentType, type ReactNode, type SubmitEvent, useRef } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { focusWrong } from './form-errors.ts';

/** The part of a `useSaveForm` form that sending needs. */
export interface SubmittableForm {
  AppForm: ComponentType<{ children?: ReactNode }>;
  handleSubmit: () => Promise<void>;
}

interface FormProps {
  form: SubmittableForm;
  children: ReactNode;
  /** For a button that stands outside of it. */
  id?: string;
  className?: string;
}

/** Enter sends it. After a failure the focus goes to the first field that is wrong, or back. */
export function Form({ form, children, id, className }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const before = document.activeElement;
    await form.handleSubmit();
    focusWrong(element.current, before);
  };
  return (
    <form.AppForm>
      <form
        ref={element}
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className={classNames('flex flex-col gap-5', className)}
      >
        {children}
      </form>
    </form.AppForm>
  );
}
