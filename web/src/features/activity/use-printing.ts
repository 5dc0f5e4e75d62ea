import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being printed, or looked at as print: true before the browser lays the paper out,
 * so that what is only for paper need not be there all the time.
 */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const paper = matchMedia('print');
    // Rendered synchronously, since the browser prints the page as it is after this event.
    const show = (is: boolean) => flushSync(() => setIsPrinting(is));
    const onBefore = () => show(true);
    const onAfter = () => show(paper.matches);
    addEventListener('beforeprint', onBefore);
    addEventListener('afterprint', onAfter);
    paper.addEventListener('change', onAfter);
    return () => {
      removeEventListener('beforeprint', onBefore);
      removeEventListener('afterprint', onAfter);
      paper.removeEventListener('change', onAfter);
    };
  }, []);
  return isPrinting;
}
