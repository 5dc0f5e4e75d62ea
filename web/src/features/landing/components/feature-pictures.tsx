import { BellRing, Check, WifiOff, ZapOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';

/* Small drawings above the features. They say nothing that the words below do not say. */

/** Power, a cut, and the bell a moment later. */
export function AlertPicture() {
  return (
    <div className="relative w-full">
      <svg aria-hidden="true" className="block h-5 w-full rounded-sm">
        <rect width="56%" height="100%" className="fill-up-shape" />
        <rect x="56%" width="44%" height="100%" className="fill-mains-lost-shape" />
      </svg>
      <Coin className="absolute top-1/2 left-2/3 -translate-y-1/2 border-accent bg-accent text-on-accent">
        <BellRing className="size-5" />
      </Coin>
    </div>
  );
}

/** Three bells, each later, and a tick. */
export function RemindPicture() {
  return (
    <div className="flex w-full items-center justify-between">
      {['', 'opacity-80', 'opacity-60'].map((look) => (
        <Coin key={look} className={classNames('border-line bg-surface text-accent-text', look)}>
          <BellRing className="size-4.5" />
        </Coin>
      ))}
      <Coin className="border-up bg-surface text-up">
        <Check className="size-5" />
      </Coin>
    </div>
  );
}

/** Two strips that look alike but mean different things. */
export function HonestPicture() {
  return (
    <div className="w-full space-y-3">
      <p className="flex items-center gap-3 text-mains-lost">
        <ZapOff className="size-5 shrink-0" />
        <Strip className="fill-mains-lost-shape" />
      </p>
      <p className="flex items-center gap-3 text-internet-lost">
        <WifiOff className="size-5 shrink-0" />
        <Strip className="fill-internet-lost-shape" />
      </p>
    </div>
  );
}

const bars = [20, 55, 35, 80, 15, 45, 60, 30, 70, 25];

/** Bars of a report. */
export function ReportPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 84" className="h-21 w-full">
      {bars.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed
          key={index}
          x={index * 20 + 3}
          y={83 - height}
          width="14"
          height={height}
          rx="3"
          className={height === 80 ? 'fill-accent' : 'fill-strong/60'}
        />
      ))}
      <path d="M0 83.5h200" className="stroke-strong" />
    </svg>
  );
}

function Strip({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className="block h-4 w-full rounded-sm">
      <rect width="100%" height="100%" className="fill-up-shape" />
      <rect x="38%" width="30%" height="100%" className={className} />
    </svg>
  );
}

function Coin({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'grid size-11 place-items-center rounded-full border shadow-card',
        className,
      )}
    >
      {children}
    </span>
  );
}
