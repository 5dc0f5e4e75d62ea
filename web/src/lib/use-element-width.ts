import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in whole pixels, kept true; `assumed` until it is on the page. */
export function useElementWidth(element: RefObject<Element | null>, assumed: number): number {
  const [width, setWidth] = useState(assumed);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setWidth(Math.round(target.getBoundingClientRect().width) || assumed);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, assumed]);
  return width;
}
