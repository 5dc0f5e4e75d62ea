import { CalendarDays, Clock, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { readDate, readTimeOfDay, writeDate } from '../../../../src/domain/typed-clock.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type ClockFieldProps = Omit<
  TextFieldProps,
  | 'type'
  | 'end'
  | 'onBlur'
  | 'placeholder'
  | 'inputMode'
  | 'autoComplete'
  | 'suggestions'
  | 'isCode'
>;

/** A day, `2026-12-31` as a value, in the words and years of the page; '' is none, or none that exists. */
export function DateField(props: ClockFieldProps) {
  const { t } = useTranslation();
  const isBuddhist = useLanguage() === 'th';
  return (
    <ClockField
      {...props}
      type="date"
      icon={CalendarDays}
      pick={t('ui.field.pick_date')}
      example={t('ui.field.date_example')}
      read={(text) => readDate(text.replace(/^(\d\d?)(\d\d)(\d{4})$/, '$1/$2/$3'))}
      write={(date) => writeDate(date, isBuddhist)}
    />
  );
}

/** A time of day, `09:00`; '' is none, or none that clocks show. */
export function TimeField(props: ClockFieldProps) {
  const { t } = useTranslation();
  return (
    <ClockField
      {...props}
      type="time"
      icon={Clock}
      pick={t('ui.field.pick_time')}
      example={t('ui.field.time_example')}
      read={(text) => readTimeOfDay(text.replace(/^(\d\d?)(\d\d)$/, '$1:$2'))}
      write={(time) => time}
    />
  );
}

interface PickedProps extends ClockFieldProps {
  type: 'date' | 'time';
  icon: LucideIcon;
  pick: string;
  example: string;
  read: (text: string) => string | null;
  write: (value: string) => string;
}

/**
 * The browser's own fields are in the language of the browser. What stands here is text in that of the page;
 * only the picker behind the button is the browser's. A keyboard of digits writes `25112569` and `2200`.
 */
function ClockField({ type, icon, pick, example, read, write, ...props }: PickedProps) {
  const { value, onChange, isDisabled, isReadOnly } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const readValue = (text: string) => read(text.trim()) ?? '';
  const isTyping = typed !== null && readValue(typed) === value;
  return (
    <TextField
      {...props}
      onBlur={() => value !== '' && setTyped(null)}
      autoComplete="off"
      inputMode="numeric"
      placeholder={example}
      value={isTyping ? typed : value === '' ? '' : write(value)}
      onChange={(text) => {
        setTyped(text);
        onChange(readValue(text));
      }}
      end={
        'showPicker' in HTMLInputElement.prototype && (
          <>
            <input
              ref={picker}
              type={type}
              value={value}
              onChange={(event) => {
                setTyped(null);
                onChange(event.target.value);
              }}
              tabIndex={-1}
              aria-hidden="true"
              disabled={isDisabled}
              className="pointer-events-none absolute inset-0 size-full opacity-0"
            />
            <IconButton
              label={pick}
              icon={icon}
              disabled={isDisabled || isReadOnly}
              onClick={() => picker.current?.showPicker()}
            />
          </>
        )
      }
    />
  );
}
