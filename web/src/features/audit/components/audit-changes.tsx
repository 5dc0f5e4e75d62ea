import { ArrowRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntryAnswer } from '../../../../../src/contract/people/audit.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { describeField } from '../field-words.ts';
import { formatValue } from '../format-value.ts';
import { type Change, listChanges } from '../list-changes.ts';

/** How many changes are shown at first; a deletion may have a dozen. */
const shownAtOnce = 3;

/** What an entry changed: each field with what it was and what it is. */
export function AuditChanges({ entry }: { entry: AuditEntryAnswer }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const changes = listChanges(entry.before, entry.after);
  if (changes.length === 0) return <span className="text-muted">-</span>;
  const hidden = changes.length - shownAtOnce;
  const shown = isOpen || hidden <= 1 ? changes : changes.slice(0, shownAtOnce);
  return (
    <div className="flex flex-col items-start gap-1 text-left">
      <ul className="flex flex-col gap-0.5">
        {shown.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
      </ul>
      {hidden > 1 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-muted text-xs transition hover:bg-raised hover:text-text md:pointer-fine:min-h-8"
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-3.5 transition', isOpen && 'rotate-180')}
          />
          {isOpen ? t('audit.show_less') : t('audit.show_more', { count: hidden })}
        </button>
      )}
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { field, before, after } = change;
  const format = (value: unknown) => formatValue(field, value, t, language);
  return (
    <li className="text-sm">
      <span className="text-muted">{describeField(field, t)}: </span>
      {before !== undefined && (
        <del
          className={classNames(
            'break-words',
            after === undefined ? 'decoration-muted' : 'text-muted no-underline',
          )}
        >
          {format(before)}
        </del>
      )}
      {before !== undefined && after !== undefined && (
        <>
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5 text-muted" />
          <span className="sr-only"> {t('audit.becomes')} </span>
        </>
      )}
      {after !== undefined && (
        <ins className="break-words font-semibold no-underline">{format(after)}</ins>
      )}
    </li>
  );
}
