import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSettledValue } from '../../lib/use-settled-value.ts';
import { IconButton } from './icon-button.tsx';
import { inputClasses } from './input-style.ts';

/** Between two letters of somebody who types: a list is asked for a word, not for each of its letters. */
const quietMs = 100;

interface SearchFieldProps {
  /** What is looked in: `name, phone or bot username`. */
  label: string;
  /** What is searched for now, as it stands in the address. */
  value: string;
  /** Called for the first letter at once, and for later ones when typing pauses. */
  onChange: (value: string) => void;
  className?: string;
}

export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const settled = useSettledValue(typed, quietMs).trim();
  const input = useRef<HTMLInputElement>(null);
  // The value that was reported and has not come back yet. Typing may have gone on since.
  const told = useRef<string[]>([]);
  const tell = (words: string) => {
    if (words === (told.current.at(-1) ?? value)) return;
    told.current.push(words);
    onChange(words);
  };
  const tellSettled = useEffectEvent(() => tell(settled));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the typing rests, not when the address changes
  useEffect(tellSettled, [settled]);
  useEffect(() => {
    const place = told.current.indexOf(value);
    told.current = told.current.slice(place + 1);
    // Back and Forward change the address; then the field follows.
    if (place < 0) setTyped((now) => (now.trim() === value ? now : value));
  }, [value]);

  const clear = () => {
    setTyped('');
    tell('');
    input.current?.focus();
  };
  return (
    <search className={classNames('relative block min-w-0', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell(typed.trim());
          if (event.key === 'Escape' && typed !== '') clear();
        }}
        className={classNames(inputClasses, 'pr-11 pl-10')}
      />
      {typed !== '' && (
        <IconButton
          label={t('ui.field.clear')}
          icon={X}
          onClick={clear}
          className="absolute inset-y-0 right-0 my-auto"
        />
      )}
    </search>
  );
}
