import { isEndable, isMadeSince } from '../../../../../src/domain/people/token-trace.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { traceWords } from '../scope-words.ts';
import type { Ending, Trace } from '../token-endings.ts';

interface TraceListProps {
  traces: readonly Trace[];
  endings: readonly Ending[];
  onToggle: (trace: Trace) => void;
}

/** What a program left, and what came into accounts that it opened: what can end with its token, to be chosen, and what a person has to look at. */
export function TraceList({ traces, endings, onToggle }: TraceListProps) {
  const { t } = useTranslation();
  const endable = traces.filter(({ kind }) => isEndable(kind));
  const others = traces.filter(({ kind }) => !isEndable(kind));
  const groups = [
    ['operators.tokens.left', endable.filter(({ kind }) => !isMadeSince(kind))],
    ['operators.tokens.made_since', endable.filter(({ kind }) => isMadeSince(kind))],
  ] as const;
  const isEnding = ({ kind, ref }: Trace) =>
    endings.some((ending) => ending.kind === kind && ending.ref === ref);
  return (
    <div className="flex flex-col gap-4">
      {groups
        .filter(([, group]) => group.length > 0)
        .map(([legend, group]) => (
          <fieldset key={legend}>
            <legend className="mb-1.5 font-semibold text-sm">{t(legend)}</legend>
            <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
              {group.map((trace) => (
                <label
                  key={`${trace.kind}:${trace.ref}`}
                  className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised"
                >
                  <input
                    type="checkbox"
                    checked={isEnding(trace)}
                    onChange={() => onToggle(trace)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  <TraceWords trace={trace} />
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      {others.length > 0 && (
        <div>
          <p className="font-semibold text-sm">{t('operators.tokens.stays')}</p>
          <ul className="divide-y divide-line">
            {others.map((trace) => (
              <li key={`${trace.kind}:${trace.ref}`} className="py-2">
                <TraceWords trace={trace} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function TraceWords({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { kind, ref, name, customer_name: customer, is_in_use: isInUse, at } = trace;
  const channel =
    kind === 'channel' && ref in channelWords ? (ref as keyof typeof channelWords) : null;
  return (
    <span className="block min-w-0 text-sm">
      <span className="block break-words">
        <span className="font-semibold">{t(traceWords[kind])}</span>{' '}
        {channel === null ? name : t(channelWords[channel])}
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted text-xs">
        <DateTime time={at} />
        {customer !== null && customer !== name && <span className="break-words">{customer}</span>}
        {isInUse && <span>{t('operators.tokens.in_use')}</span>}
      </span>
    </span>
  );
}
