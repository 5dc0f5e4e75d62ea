import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many rows of a list are whole within it, kept true, where the list cuts off what does not fit. */
export function useFittingRows(list: RefObject<Element | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  // After each drawing, since other rows may have come.
  useLayoutEffect(() => {
    const target = list.current;
    if (!target) return;
    const measure = () => {
      // A fraction of a pixel is not cut off.
      const end = target.getBoundingClientRect().bottom + 1;
      const rows = [...target.children];
      setFitting(rows.filter((row) => row.getBoundingClientRect().bottom <= end).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [target, ...target.children]) observer.observe(element);
    return () => observer.disconnect();
  });
  return fitting;
}
