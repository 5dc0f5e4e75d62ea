import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/ui/button.tsx';
import { useIsPhone } from '../../../lib/use-is-phone.ts';

interface PhoneFoldProps {
  /** What is behind it: as its own heading says. */
  title: string;
  children: ReactNode;
}

/** A part of the report that a phone shows, and loads, when it is asked for. */
export function PhoneFold({ title, children }: PhoneFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useIsPhone();
  const part = useRef<HTMLDivElement>(null);
  if (isPhone && !isOpen) {
    return (
      <Button
        look="secondary"
        className="w-full justify-between!"
        onClick={() => {
          flushSync(() => setIsOpen(true));
          // The button has gone; what it opened has its place.
          part.current?.focus();
        }}
      >
        {title}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Button>
    );
  }
  return (
    <div ref={part} tabIndex={-1} className="h-full min-w-0 outline-hidden">
      {children}
    </div>
  );
}
