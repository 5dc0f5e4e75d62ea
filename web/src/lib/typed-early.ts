/**
 * What somebody types into the picture of a form, before the page itself is there to take it (early/begin.ts). Without
 * this it would be lost when the page takes over, and a press of the button would put it into the address.
 */
interface TypedEarly {
  readonly values: Map<string, string>;
  /** The name of the field that has the focus. */
  focused: string | null;
  isSent: boolean;
  readonly end: AbortController;
}

const place = globalThis as { faiwatchTyped?: TypedEarly };

/** Takes note of what is typed and sent until `takeTyped`. */
export function keepTyped(): void {
  const end = new AbortController();
  const typed: TypedEarly = { values: new Map(), focused: null, isSent: false, end };
  place.faiwatchTyped = typed;
  const listening = { signal: end.signal };
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement) typed.values.set(target.name, target.value);
    },
    listening,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      typed.focused = target instanceof HTMLInputElement ? target.name : null;
    },
    listening,
  );
  document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      typed.isSent = true;
    },
    listening,
  );
}

/** Hands out what was typed, once. Null: nothing was. */
export function takeTyped(): Pick<TypedEarly, 'values' | 'focused' | 'isSent'> | null {
  const typed = place.faiwatchTyped;
  delete place.faiwatchTyped;
  typed?.end.abort();
  return typed ?? null;
}
