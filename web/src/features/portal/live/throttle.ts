interface Throttled {
  (): void;
  cancel(): void;
}

/** Runs `action` once, `waitMs` after the first of a burst of calls. */
export function throttle(action: () => void, waitMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    action();
  };
  return Object.assign(
    () => {
      timer ??= setTimeout(run, waitMs);
    },
    {
      cancel: () => {
        clearTimeout(timer);
        timer = undefined;
      },
    },
  );
}
