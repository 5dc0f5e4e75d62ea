import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { inputClasses, optionClasses } from '../../../components/ui/input-style.ts';
import { Spinner } from '../../../components/ui/spinner.tsx';
import type { OperatorRole } from '../../../lib/operator-role.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { findQuery, nothingFound } from './find-anything.ts';
import { listTargets, type Target } from './list-targets.ts';

/** Between two letters of somebody who types. */
const quietMs = 100;

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  role: OperatorRole;
}

/** Finds a customer by phone, a device by its id, a key, or a page, and goes there. */
export function Palette({ isOpen, onClose, role }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('palette.title')}>
      <Finder onClose={onClose} role={role} />
    </Dialog>
  );
}

/** A component of its own, so that each opening begins with a fresh state. */
function Finder({ onClose, role }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useTranslation();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const words = useSettledValue(typed.trim(), quietMs);
  const { data: found = nothingFound, isFetching } = useQuery(findQuery(words));
  // Enter opens a result of the present words, never of earlier letters.
  const isCurrent = words === typed.trim();
  const targets = listTargets(typed.trim(), isCurrent ? found : nothingFound, role, t);
  const go = (target: Target) => {
    // If it is opened again while it fades out, it begins anew.
    setTyped('');
    onClose();
    router.history.push(target.path);
  };
  return (
    <Autocomplete.Root
      items={targets}
      mode="none"
      inline
      open
      autoHighlight="always"
      value={typed}
      onValueChange={(value, { reason }) => {
        // A choice navigates and is not written into the field.
        if (reason !== 'item-press') setTyped(value);
      }}
      itemToStringValue={({ label }) => label}
    >
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
        />
        <Autocomplete.Input
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          className={`${inputClasses} pr-10 pl-10`}
        />
        {isFetching && <Spinner className="absolute inset-y-0 right-3.5 my-auto text-muted" />}
      </div>
      <Autocomplete.Empty className="text-muted text-sm not-empty:px-3 not-empty:py-4">
        {isFetching ? t('ui.loading') : t('ui.empty_search.title')}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={t('palette.title')}
        className="mt-2 max-h-[50dvh] overflow-y-auto"
      >
        {(target: Target) => (
          <Autocomplete.Item
            key={target.id}
            value={target}
            onClick={() => go(target)}
            className={optionClasses}
          >
            <target.icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <span className="min-w-0 py-1">
              <span className="wrap-anywhere line-clamp-1">{target.label}</span>
              <span className="block truncate text-muted text-xs">{target.detail}</span>
            </span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
