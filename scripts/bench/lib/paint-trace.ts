/** How long a list takes, traced within the page: from the input to the frame that shows the answer. */
import type { Page } from 'playwright-core';

/** The answer that is waited for. */
export interface Expected {
  /** Path of the call: `/api/devices`. */
  readonly call: string;
  readonly q: string | null;
  readonly filter: string | null;
}

interface Tracer {
  /** Ms from the next such event to the end of the frame with the rows of the answer. */
  next(expected: Expected, event: string): Promise<number>;
}

declare global {
  interface Window {
    benchTracer: Tracer;
  }
}

/** Runs before the page's own scripts, since it has to see their requests. */
export async function installTracer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const answered: string[] = [];
    const ask = window.fetch.bind(window);
    Object.assign(window, {
      fetch: async (...given: Parameters<typeof ask>) => {
        const answer = await ask(...given);
        answered.push(answer.url);
        return answer;
      },
    });
    const isAnswered = ({ call, q, filter }: Expected) =>
      answered.some((address) => {
        const { pathname, searchParams } = new URL(address);
        return (
          pathname === call && searchParams.get('q') === q && searchParams.get('filter') === filter
        );
      });
    window.benchTracer = {
      next(expected, event) {
        const { promise, resolve } = Promise.withResolvers<number>();
        let startedMs: number | undefined;
        addEventListener(
          event,
          ({ timeStamp }) => {
            startedMs = timeStamp;
            if (isAnswered(expected)) throw new Error('This was asked for before');
          },
          { capture: true, once: true },
        );
        const observer = new MutationObserver(() => {
          const rows = document.querySelector('main table[aria-busy=false] tbody tr');
          if (startedMs === undefined || rows === null || !isAnswered(expected)) return;
          observer.disconnect();
          const from = startedMs;
          // A message that is sent within a frame arrives once it is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - from);
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
          attributeFilter: ['aria-busy'],
        });
        return promise;
      },
    };
  });
}

/** @throws Error when the rows do not come */
export async function trace(
  page: Page,
  expected: Expected,
  event: 'keydown' | 'pointerdown',
  act: () => Promise<void>,
): Promise<number> {
  // The promise stays in the page, so that the act follows at once.
  await page.evaluate(
    ([wanted, name]) => {
      Object.assign(window, { benchTraced: window.benchTracer.next(wanted, name) });
    },
    [expected, event] as const,
  );
  await act();
  const late = AbortSignal.timeout(30_000);
  const ms: unknown = await Promise.race([
    page.evaluate('window.benchTraced'),
    new Promise((_, reject) =>
      late.addEventListener('abort', () =>
        reject(new Error(`No rows for ${JSON.stringify(expected)}`)),
      ),
    ),
  ]);
  return Number(ms);
}
