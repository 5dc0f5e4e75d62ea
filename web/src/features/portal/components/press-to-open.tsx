import { ChevronDown } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';

interface PressToOpenProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** Id of what it opens. */
  panel: string;
  children: string;
  /** In place of the words, for whoever does not see beside what they stand; has them in it. */
  label: string;
}

/** Opens controls that are not needed at once. */
export function PressToOpen({ isOpen, onChange, panel, children, label }: PressToOpenProps) {
  return (
    <Button
      look="ghost"
      size="small"
      aria-expanded={isOpen}
      aria-controls={panel}
      aria-label={label}
      icon={<ChevronDown aria-hidden="true" className={isOpen ? 'size-4 rotate-180' : 'size-4'} />}
      onClick={() => onChange(!isOpen)}
    >
      {children}
    </Button>
  );
}
