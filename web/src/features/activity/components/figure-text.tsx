import type { Figure } from '../report-words.ts';

/** A number large, what it counts small beside it. */
export function FigureText({ figure: { number, unit } }: { figure: Figure }) {
  return (
    <>
      {number} <span className="font-normal text-muted text-sm">{unit}</span>
    </>
  );
}
