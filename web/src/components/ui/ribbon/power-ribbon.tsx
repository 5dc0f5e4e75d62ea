import type { TFunction } from 'i18next';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { formatDateTime, formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import type { PowerSegment } from '../../../lib/power-state.ts';
import { useElementWidth } from '../../../lib/use-element-width.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { PowerLegend, PowerStateMark } from '../power-legend.tsx';
import { powerStateWords } from '../power-state-style.ts';
import { RibbonAxis, RibbonDrawing } from './ribbon-drawing.tsx';
import { findPiece, layOutRibbon, type RibbonPiece } from './ribbon-scale.ts';

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

interface RibbonDetailsProps {
  piece: RibbonPiece;
  widthPx: number;
  words: RibbonWords;
}

const shownAtMost = 4;

/**
 * The bubble below a piece: what, from, to, how long. Hidden from screen readers, which are told the
 * same by the strip itself.
 */
function RibbonDetails({ piece, widthPx, words }: RibbonDetailsProps) {
  const { t } = useTranslation();
  const centre = ((piece.x + piece.width / 2) / widthPx) * 100;
  const [first, ...others] = piece.segments;
  const hidden = piece.segments.length - shownAtMost;
  return (
    <div
      aria-hidden="true"
      className="absolute top-12 z-20 w-64 max-w-full pt-2 print:hidden"
      style={{ left: `clamp(0px, calc(${centre}% - 8rem), max(0px, calc(100% - 16rem)))` }}
    >
      <div className="rounded-md border border-line bg-surface px-4 py-3 text-sm shadow-float">
        {others.length === 0 ? (
          <>
            <PowerStateMark state={first.state} />
            <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 text-xs">
              <dt className="text-muted">{t('ui.ribbon.from')}</dt>
              <dd className="text-right tabular-nums">{words.time(first.startMs)}</dd>
              <dt className="text-muted">{t('ui.ribbon.to')}</dt>
              <dd className="text-right tabular-nums">{words.until(first)}</dd>
              <dt className="text-muted">{t('ui.ribbon.lasted')}</dt>
              <dd className="text-right font-semibold tabular-nums">{words.lasted(first)}</dd>
            </dl>
          </>
        ) : (
          <>
            <p className="font-semibold">
              {t('ui.ribbon.several', { count: piece.segments.length })}
            </p>
            <ul className="mt-1 space-y-1 text-xs">
              {piece.segments.slice(0, shownAtMost).map((segment) => (
                <li key={segment.startMs}>
                  <PowerStateMark state={segment.state} />
                  <span className="block text-muted tabular-nums">
                    {words.time(segment.startMs)} · {words.lasted(segment)}
                  </span>
                </li>
              ))}
            </ul>
            {hidden > 0 && (
              <p className="mt-1 text-muted text-xs">{t('ui.ribbon.more', { count: hidden })}</p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface RibbonListProps {
  segments: readonly PowerSegment[];
  startMs: number;
  endMs: number;
  words: RibbonWords;
}

const listedAtMost = 60;

/** The ribbon in words, for those who cannot see it. */
function RibbonList({ segments, startMs, endMs, words }: RibbonListProps) {
  const { t } = useTranslation();
  const told = segments.filter(({ state }) => state !== 'up');
  const hidden = told.length - listedAtMost;
  return (
    <div className="sr-only">
      <p>{t('ui.ribbon.summary', { from: words.time(startMs), to: words.time(endMs) })}</p>
      {told.length === 0 ? (
        <p>{t('ui.ribbon.all_up')}</p>
      ) : (
        <ul aria-label={t('ui.ribbon.list')}>
          {told.slice(0, listedAtMost).map((segment) => (
            <li key={segment.startMs}>{words.line(segment)}</li>
          ))}
          {hidden > 0 && <li>{t('ui.ribbon.more', { count: hidden })}</li>}
        </ul>
      )}
    </div>
  );
}

/** Words for stretches of the ribbon, in one language. */
function createRibbonWords(t: TFunction, language: Language, endMs: number) {
  const time = (ms: number) => formatDateTime(ms, language);
  const lasted = ({ startMs, endMs: until }: PowerSegment) =>
    until - startMs < 30_000
      ? t('ui.ribbon.under_minute')
      : formatDuration(until - startMs, language);
  const until = (segment: PowerSegment) =>
    segment.endMs >= endMs ? t('ui.ribbon.now') : time(segment.endMs);
  const line = (segment: PowerSegment) =>
    t('ui.ribbon.line', {
      state: t(powerStateWords[segment.state]),
      from: time(segment.startMs),
      to: time(segment.endMs),
      duration: lasted(segment),
    });
  return {
    time,
    lasted,
    until,
    line,
    piece: ({ segments, state }: RibbonPiece) => {
      if (segments.length === 1) return line(segments[0]);
      const several = t('ui.ribbon.several', { count: segments.length });
      return `${several}: ${t(powerStateWords[state])}, ${time(segments[0].startMs)}`;
    },
  };
}

type RibbonWords = ReturnType<typeof createRibbonWords>;

/** Where the cursor of a ribbon stands, and whether its details are shown. */
function useRibbonCursor(pieces: readonly RibbonPiece[]) {
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
