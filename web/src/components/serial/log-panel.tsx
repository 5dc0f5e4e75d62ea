import { ArrowLeft, ArrowRight, CircleCheck, CircleX, Eraser, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { shownTimezone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';

export interface LogLine {
  readonly id: number;
  /** Epoch ms. */
  readonly at: number;
  readonly type: 'info' | 'success' | 'error';
  /** Direction over the cable; null: a note of the page. */
  readonly direction: 'sent' | 'received' | null;
  readonly text: string;
}

interface LogProps {
  lines: readonly LogLine[];
  onClear: () => void;
}

/**
 * Lines from the cable and notes about it, newest last, behind a press.
 * @param props.tools what helps when nothing comes
 */
export function LogFold({ lines, onClear, tools }: LogProps & { tools?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Fold title={t('serial.log.title')}>
      <div className="-m-4 flex h-80 flex-col sm:-m-5 lg:h-[min(30rem,60dvh)]">
        <LogLines lines={lines} />
        <div className="flex flex-wrap justify-end border-line border-t p-2">
          {tools}
          <ClearButton lines={lines} onClear={onClear} />
        </div>
      </div>
    </Fold>
  );
}

function ClearButton({ lines, onClear }: LogProps) {
  const { t } = useTranslation();
  return (
    <Button
      look="ghost"
      size="small"
      disabled={lines.length === 0}
      icon={<Eraser aria-hidden="true" className="size-4" />}
      onClick={onClear}
    >
      {t('serial.log.clear')}
    </Button>
  );
}

/** Scrolled up by more than this, the reader wants to stay there. */
const nearEndPx = 40;

function LogLines({ lines }: Pick<LogProps, 'lines'>) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastId = lines.at(-1)?.id;
  useEffect(() => {
    const element = list.current;
    if (lastId !== undefined && isAtEnd.current && element)
      element.scrollTop = element.scrollHeight;
  }, [lastId]);
  const noteScroll = () => {
    const element = list.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    isAtEnd.current = below < nearEndPx;
  };
  return (
    <div
      ref={list}
      role="log"
      aria-label={t('serial.log.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard, too
      tabIndex={0}
      onScroll={noteScroll}
      // Positioned, since texts for screen readers only would otherwise lie below the page and lengthen it.
      className="relative min-h-0 flex-1 overflow-y-auto px-5 py-3 text-sm focus-visible:-outline-offset-2"
    >
      {lines.length === 0 ? (
        <p className="py-2 text-muted">{t('serial.log.empty')}</p>
      ) : (
        <ul className="space-y-1">
          {lines.map((line) => (
            <LogRow key={line.id} line={line} />
          ))}
        </ul>
      )}
    </div>
  );
}

const types = {
  info: { icon: Info, text: 'text-muted', word: 'serial.log.info' },
  success: { icon: CircleCheck, text: 'text-up', word: 'serial.log.success' },
  error: { icon: CircleX, text: 'text-mains-lost', word: 'serial.log.error' },
} as const;

const directions = {
  sent: { icon: ArrowRight, word: 'serial.log.sent' },
  received: { icon: ArrowLeft, word: 'serial.log.received' },
} as const;

function LogRow({ line: { at, type, direction, text } }: { line: LogLine }) {
  const { t } = useTranslation();
  const look = types[type];
  const Icon = direction === null ? look.icon : directions[direction].icon;
  return (
    <li data-type={type} className="flex gap-2">
      <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0', look.text)} />
      <span className="sr-only">
        {t(look.word)} {direction !== null && t(directions[direction].word)}
      </span>
      <span
        className={classNames(
          'min-w-0 flex-1 break-words',
          direction !== null && 'font-mono text-xs leading-[1.9]',
          type === 'info' ? direction === null && 'text-muted' : look.text,
        )}
      >
        {text}
      </span>
      <time className="shrink-0 text-muted text-xs leading-[1.9] tabular-nums">
        {formatClock(at)}
      </time>
    </li>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: shownTimezone,
  timeStyle: 'medium',
});

/** `14:05:09` */
function formatClock(at: number): string {
  return clock.format(at);
}
