import { classNames } from '../../lib/class-names.ts';

interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A few choices side by side, one pressed: periods, for example. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, className } = props;
  return (
    <fieldset
      className={classNames(
        'flex min-w-0 gap-0.5 rounded-sm border border-line bg-raised p-0.5 print:hidden',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="min-h-11 min-w-11 flex-auto whitespace-nowrap rounded-[0.4rem] px-3 text-muted text-sm transition hover:text-text aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-text aria-pressed:shadow-card md:pointer-fine:min-h-9"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
