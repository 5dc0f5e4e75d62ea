import { useId } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import type { RibbonPiece } from './ribbon-geometry.ts';
import { RibbonTextures, shapeProps } from './ribbon-textures.tsx';

interface RibbonDrawingProps {
  pieces: readonly RibbonPiece[];
  widthPx: number;
  /** Power is a quiet band there, and everything else stands taller than it. */
  isTall: boolean;
  /** The piece shown in the details, framed. */
  active: RibbonPiece | undefined;
}

/** The strip itself. SVG geometry and classes only, so that it can be rendered at build time. */
export function RibbonDrawing({ pieces, widthPx, isTall, active }: RibbonDrawingProps) {
  const id = useId();
  const toPercent = (px: number) => `${(px / widthPx) * 100}%`;
  return (
    <svg
      aria-hidden="true"
      className={classNames(
        'block w-full overflow-hidden rounded-sm bg-raised print-exact',
        isTall ? 'h-12' : 'h-3',
      )}
    >
      <RibbonTextures id={id} />
      {pieces.map((piece) => (
        <rect
          key={piece.x}
          x={toPercent(piece.x)}
          width={toPercent(piece.width)}
          {...(isTall && piece.state === 'up' ? { y: '15%', height: '70%' } : { height: '100%' })}
          {...shapeProps(piece.state, id)}
        />
      ))}
      {active && (
        <rect
          x={toPercent(active.x)}
          width={toPercent(active.width)}
          y="1.5"
          height="45"
          rx="2"
          className="fill-none stroke-2 stroke-text"
        />
      )}
    </svg>
  );
}
