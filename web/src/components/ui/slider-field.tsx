import { Slider } from '@base-ui/react/slider';
import { classNames } from '../../lib/class-names.ts';
import type { FieldProps } from './field.tsx';

export interface SliderFieldProps extends Omit<FieldProps, 'isOptional' | 'error'> {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The value in words: `5 min`. Shown in the bubble, at both ends, and read aloud. */
  format: (value: number) => string;
}

/** A value chosen by sliding, by the arrow keys (one step) and by Page Up and Down (ten). */
export function SliderField(props: SliderFieldProps) {
  const { label, hint, isDisabled = false, className, value, onChange, min, max, step } = props;
  const { format } = props;
  return (
    <Slider.Root
      value={value}
      onValueChange={(next) => onChange(next)}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={isDisabled}
      thumbAlignment="edge"
      className={classNames('group/slider min-w-0', className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Slider.Label className="font-semibold text-sm group-data-disabled/slider:text-muted">
          {label}
        </Slider.Label>
        <Slider.Value className="rounded-full bg-raised px-3 py-0.5 font-semibold text-accent-text text-sm tabular-nums group-data-disabled/slider:text-muted">
          {() => format(value)}
        </Slider.Value>
      </div>
      <Slider.Control className="flex h-11 w-full touch-none select-none items-center data-disabled:cursor-not-allowed data-disabled:opacity-50">
        <Slider.Track className="h-2 w-full rounded-full bg-raised ring-1 ring-strong ring-inset">
          <Slider.Indicator className="rounded-full bg-accent" />
          <Slider.Thumb
            getAriaValueText={(_text, current) => format(current)}
            className="size-6 rounded-full border-2 border-accent bg-surface shadow-card transition-[scale] has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3 data-dragging:scale-110"
          />
        </Slider.Track>
      </Slider.Control>
      <div
        aria-hidden="true"
        className="-mt-1 flex justify-between text-muted text-xs tabular-nums"
      >
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
      {hint !== undefined && <p className="mt-1 text-muted text-xs">{hint}</p>}
    </Slider.Root>
  );
}
