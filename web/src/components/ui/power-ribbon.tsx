import { type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { PowerSegment } from '../../lib/power-state.ts';
import { useElementWidth } from '../../lib/use-element-width.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { PowerLegend } from './power-legend.tsx';
import { RibbonAxis } from './ribbon/ribbon-axis.tsx';
import { RibbonDetails } from './ribbon/ribbon-details.tsx';
import { RibbonDrawing } from './ribbon/ribbon-drawing.tsx';
import { layOutRibbon } from './ribbon/ribbon-geometry.ts';
import { RibbonList } from './ribbon/ribbon-list.tsx';
import { createRibbonWords } from './ribbon/ribbon-words.ts';
import { useRibbonCursor } from './ribbon/use-ribbon-cursor.ts';

interface PowerRibbonProps {
  /** In order, without overlap; what none of them covers is left blank. */
  segments: readonly PowerSegment[];
  /** The stretch of time the whole strip stands for, epoch milliseconds. */
  startMs: number;
  endMs: number;
  /** What the strip shows, in words: `Power ribbon of Corner shop`. */
  label: string;
  /** `thin`: a picture without details. */
  height?: 'full' | 'thin';
  /** Round times below. */
  hasAxis?: boolean;
  /** The states that occur, below. */
  hasLegend?: boolean;
  className?: string;
}

/** Wide enough for the hero of the front page, where it is drawn before anybody can measure it. */
const assumedWidthPx = 640;

/**
 * A strip of time in the colours and textures of the power states. The details of a stretch show on
 * hover, on tap, and as the arrow keys walk along it; a screen reader finds all of it as a list.
 */
export function PowerRibbon(props: PowerRibbonProps) {
  const { segments, startMs, endMs, label, height = 'full', className } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const strip = useRef<HTMLDivElement>(null);
  const widthPx = useElementWidth(strip, assumedWidthPx);
  const pieces = useMemo(
    () => layOutRibbon(segments, startMs, endMs, widthPx),
    [segments, startMs, endMs, widthPx],
  );
  const cursor = useRibbonCursor(pieces);
  const piece = pieces[cursor.index];
  const words = createRibbonWords(t, language, endMs);

  if (height === 'thin') {
    return (
      <div ref={strip} role="img" aria-label={label} className={className}>
        <RibbonDrawing pieces={pieces} widthPx={widthPx} isTall={false} active={undefined} />
      </div>
    );
  }
  const onLeave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && cursor.hide();
  return (
    <div className={className}>
      <div className="relative" onPointerLeave={onLeave}>
        <div
          ref={strip}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, pieces.length)}
          aria-valuenow={cursor.index + 1}
          aria-valuetext={piece ? words.piece(piece) : ''}
          onKeyDown={cursor.press}
          onPointerDown={cursor.point}
          onPointerMove={cursor.point}
          onFocus={({ currentTarget }) => {
            // A tap shows what was tapped; this is for who came with the Tab key.
            if (currentTarget.matches(':focus-visible')) cursor.show(cursor.index);
          }}
          onBlur={cursor.hide}
          className="touch-pan-y select-none rounded-sm"
        >
          <RibbonDrawing
            pieces={pieces}
            widthPx={widthPx}
            isTall
            active={cursor.isShown ? piece : undefined}
          />
        </div>
        {cursor.isShown && piece && <RibbonDetails piece={piece} widthPx={widthPx} words={words} />}
      </div>
      {props.hasAxis && <RibbonAxis startMs={startMs} endMs={endMs} widthPx={widthPx} />}
      {props.hasLegend && (
        <PowerLegend states={segments.map(({ state }) => state)} className="mt-2" />
      )}
      <RibbonList segments={segments} startMs={startMs} endMs={endMs} words={words} />
    </div>
  );
}
