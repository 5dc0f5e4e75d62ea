import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { findPiece, type RibbonPiece } from './ribbon-geometry.ts';

/** Where the cursor of a ribbon stands, and whether its details are shown. */
export function useRibbonCursor(pieces: readonly RibbonPiece[]) {
  /** A moment rather than a number: pieces come and go while the page is open. */
  const [wantedMs, setWantedMs] = useState<number | null>(null);
  const [isShown, setIsShown] = useState(false);
  const last = pieces.length - 1;
  const found = pieces.findIndex(({ segments }) => wantedMs !== null && holds(segments, wantedMs));
  // Before anybody moved it, and when what it stood at is not drawn any more, it stands at now.
  const index = found >= 0 ? found : Math.max(0, last);

  function show(next: number): void {
    const piece = pieces[Math.max(0, Math.min(next, last))];
    setWantedMs(piece?.segments[0].startMs ?? null);
    setIsShown(true);
  }

  function point({ clientX, currentTarget, pointerType }: PointerEvent): void {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const hit = findPiece(pieces, x, pointerType === 'mouse' ? 6 : 16);
    if (hit >= 0) show(hit);
  }

  function press(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      show(next);
    } else if (event.key === 'Escape' && isShown) {
      // Only the bubble: a dialog around it stays.
      event.stopPropagation();
      setIsShown(false);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      setIsShown(!isShown);
    }
  }

  return { index, isShown, point, press, show, hide: () => setIsShown(false) };
}

function holds(segments: RibbonPiece['segments'], ms: number): boolean {
  return segments.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);
}
