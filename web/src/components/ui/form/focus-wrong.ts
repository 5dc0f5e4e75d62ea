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
