import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { useFloatContainer } from './float-container.tsx';
import { floatClasses, inputClasses, optionClasses } from './input-style.ts';
import { Spinner } from './spinner.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Second line, for what tells options of the same name apart. */
  detail?: string;
}

export interface ComboboxFieldProps extends FieldProps {
  /** Those that match what is typed; the caller asks the server for them. */
  options: readonly ComboboxOption[];
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  /** What is typed now; empty again when the list closes. */
  onSearch: (words: string) => void;
  /** What is looked in: `name or phone`. */
  searchLabel: string;
  isSearching?: boolean;
  placeholder?: string;
}

/** One of many, found by typing: a customer, for example. For a handful, `SelectField`. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { options, value, onChange, onSearch, searchLabel, isSearching = false } = props;
  const { t } = useTranslation();
  const container = useFloatContainer();
  return (
    <Field {...props}>
      <Combobox.Root
        items={options}
        filter={null}
        modal
        value={value}
        onValueChange={onChange}
        onInputValueChange={onSearch}
        isItemEqualToValue={(one, other) => one.value === other.value}
        disabled={props.isDisabled === true}
      >
        <Combobox.Trigger
          aria-label={props.label}
          className={classNames(inputClasses, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className={classNames('truncate', !value && 'text-muted')}>
            {value?.label ?? props.placeholder ?? t('ui.field.choose')}
          </span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </Combobox.Trigger>
        <Combobox.Portal {...container}>
          <Combobox.Positioner sideOffset={4} className="z-50 outline-hidden">
            <Combobox.Popup
              aria-label={props.label}
              className={classNames(
                floatClasses,
                'flex max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-64 max-w-(--available-width) flex-col',
              )}
            >
              <div className="relative border-line border-b">
                <Search
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-muted"
                />
                <Combobox.Input
                  aria-label={searchLabel}
                  placeholder={searchLabel}
                  className="min-h-12 w-full rounded-t-md bg-transparent pr-10 pl-10 text-base placeholder:text-muted focus-visible:-outline-offset-2"
                />
                {isSearching && (
                  <Spinner className="absolute inset-y-0 right-3.5 my-auto text-muted" />
                )}
              </div>
              <div className="min-h-0 overflow-y-auto p-1">
                <Combobox.Empty className="text-muted text-sm not-empty:px-3 not-empty:py-2.5">
                  {isSearching ? t('ui.loading') : t('ui.empty_search.title')}
                </Combobox.Empty>
                <Combobox.List>
                  {(option: ComboboxOption) => (
                    <Combobox.Item key={option.value} value={option} className={optionClasses}>
                      <span className="w-4 shrink-0">
                        <Combobox.ItemIndicator>
                          <Check aria-hidden="true" className="size-4 text-accent-text" />
                        </Combobox.ItemIndicator>
                      </span>
                      <span className="min-w-0 py-1">
                        {option.label}
                        {option.detail !== undefined && (
                          <span className="block text-muted text-xs">{option.detail}</span>
                        )}
                      </span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </div>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  );
}
