import { useTranslation } from '../../../lib/i18n.ts';

/** The discs a message of the bot begins with, drawn, since not every system has pictures for them. */
const discs: Record<string, string> = {
  '🔴': 'bg-mains-lost-shape',
  '🟢': 'bg-up-shape',
};

interface ChatMessageProps {
  /** Begins with one of the discs. */
  heading: string;
  line: string;
  /** When it came: `02:11`. */
  time: string;
  /** What its buttons say. */
  buttons?: readonly string[];
}

/** A message of the bot as the messenger shows it. */
export function ChatMessage({ heading, line, time, buttons = [] }: ChatMessageProps) {
  const { t } = useTranslation();
  const [disc = '', ...words] = heading.split(' ');
  return (
    <div className="mt-2.5 max-w-[94%]">
      <div className="rounded-md rounded-bl-none bg-raised px-3.5 py-2 text-sm">
        <p className="flex items-center gap-2 font-semibold">
          <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${discs[disc]}`} />
          <span>
            <span className="sr-only">{disc} </span>
            {words.join(' ')}
          </span>
        </p>
        <p>
          <b className="font-semibold">{t('example.site')}</b>: {line}
        </p>
        <p className="text-right text-muted text-xs tabular-nums leading-tight">{time}</p>
      </div>
      {buttons.length > 0 && (
        <p className="mt-1 grid grid-cols-2 gap-1">
          {buttons.map((text) => (
            <span
              key={text}
              className="grid min-h-9 place-items-center rounded-sm bg-raised px-2 text-center font-semibold text-accent-text text-xs"
            >
              {text}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
