import type { TFunction } from 'i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError, sayFinding } from '../../../lib/error-text.ts';

/** A text for each field that is wrong; false and undefined: nothing is. */
export type Findings<Values> = Partial<Record<keyof Values, string | false | undefined>>;

export interface FormErrors {
  form?: string;
  fields: Record<string, string>;
}

export function toFieldErrors<Values>(findings: Findings<Values> = {}): FormErrors | undefined {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(findings)) {
    if (typeof text === 'string' && text !== '') fields[name] = text;
  }
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

/**
 * What a refusal says of the fields the form has, and of the form as a whole where it names none of
 * them.
 */
export function describeFailure(
  error: unknown,
  names: readonly string[],
  t: TFunction,
  describe = (failure: unknown): string | null => describeError(failure, t),
): FormErrors {
  const fields: Record<string, string> = {};
  const said = error instanceof ApiError ? Object.entries(error.fields) : [];
  for (const [name, text] of said) {
    if (!names.includes(name)) continue;
    const finding = error instanceof ApiError ? error.findings[name] : undefined;
    fields[name] = finding === undefined ? text : sayFinding(finding, t);
  }
  const whole = Object.keys(fields).length > 0 ? null : describe(error);
  return { ...(whole !== null && { form: whole }), fields };
}

/**
 * After a form was sent in vain the focus goes to the first field that is wrong, or back to where it was.
 * @param before what had the focus when the form was sent
 */
export function focusWrong(form: HTMLFormElement | null, before: Element | null): void {
  // The fields were disabled, which took the focus away; React has to enable them first.
  requestAnimationFrame(() => {
    const wrong = form?.querySelector('[aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
    else if (before instanceof HTMLElement && document.activeElement === document.body) {
      before.focus();
    }
  });
}
