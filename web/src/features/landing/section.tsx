import { type ReactNode, Suspense, use, useState } from 'react';

interface SectionProps {
  /** What links lead to. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One part of the page, under its heading. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 border-line border-t">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2
          id={`${id}-title`}
          className="max-w-3xl text-balance font-semibold text-2xl lg:text-4xl"
        >
          {title}
        </h2>
        {lead !== undefined && (
          <p className="mt-3 max-w-2xl text-pretty text-lg text-muted">{lead}</p>
        )}
        <div className="mt-10 lg:mt-12">{children}</div>
      </div>
    </section>
  );
}

/**
 * A part of the front page that its HTML shows already, and that is brought to life when somebody gets
 * near it or does anything at all, or else after a few quiet seconds; until then a slow phone spends
 * nothing on it.
 */
export function WokenWhenNear({ children }: { children: ReactNode }) {
  const [alarm] = useState(createAlarm);
  return (
    <div ref={alarm.set}>
      <Suspense>
        <Sleeper until={alarm.rings}>{children}</Sleeper>
      </Suspense>
    </div>
  );
}

function Sleeper({ until, children }: { until: Promise<void> | null; children: ReactNode }) {
  if (until !== null) use(until);
  return children;
}

const signsOfLife = ['pointerdown', 'keydown', 'touchstart', 'wheel'] as const;
const quietMs = 3_000;
/** How far ahead it is woken, so that it responds when somebody gets to it. */
const nearness = '10% 0px';

interface Alarm {
  /** Null at build time, where there is nothing to wait for. */
  readonly rings: Promise<void> | null;
  readonly set: (element: HTMLElement | null) => (() => void) | undefined;
}

function createAlarm(): Alarm {
  if (typeof document === 'undefined') return { rings: null, set: () => undefined };
  let ringNow = () => {};
  // Not `withResolvers`, which phones of 2023 do not know.
  const rings = new Promise<void>((resolve) => {
    ringNow = resolve;
  });
  return {
    rings,
    set(element) {
      if (element === null) return undefined;
      const ring = new AbortController();
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && ring.abort(),
        { rootMargin: nearness },
      );
      observer.observe(element);
      const options = { signal: ring.signal, passive: true, capture: true };
      for (const sign of signsOfLife) addEventListener(sign, () => ring.abort(), options);
      const timer = setTimeout(() => ring.abort(), quietMs);
      ring.signal.addEventListener('abort', () => {
        observer.disconnect();
        clearTimeout(timer);
        ringNow();
      });
      return () => ring.abort();
    },
  };
}
