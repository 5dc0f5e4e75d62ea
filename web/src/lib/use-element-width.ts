import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const takers = new Map<Element, (widthPx: number) => void>();
let observer: ResizeObserver | undefined;

/**
 * One observer for the whole page: browsers call it after the layout and before the paint, with all elements at once. To
 * ask each for its width as it comes to the page would have the browser lay out the page as many times.
 */
function observe(element: Element, take: (widthPx: number) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    flushSync(() => {
      for (const { target, borderBoxSize, contentRect } of entries) {
        takers.get(target)?.(borderBoxSize[0]?.inlineSize ?? contentRect.width);
      }
    });
  });
  takers.set(element, take);
  observer.observe(element);
  return () => {
    takers.delete(element);
    observer?.unobserve(element);
  };
}

/** The width of an element in whole pixels, kept true; `assumed` until it is on the page. */
export function useElementWidth(element: RefObject<Element | null>, assumed: number): number {
  const [width, setWidth] = useState(assumed);
  useLayoutEffect(() => {
    const target = element.current;
    return target
      ? observe(target, (widthPx) => setWidth(Math.round(widthPx) || assumed))
      : undefined;
  }, [element, assumed]);
  return width;
}
