import { IdCard, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { DeleteKeysDialog } from './delete-keys-dialog.tsx';
import { KeyCardsDialog } from './key-cards-dialog.tsx';

interface SelectionToolsProps {
  keys: readonly KeyAnswer[];
  onClear: () => void;
  onDeleted: (codes: readonly string[]) => void;
}

/** What can be done to the keys that are ticked. */
export function SelectionTools({ keys, onClear, onDeleted }: SelectionToolsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<{ what: 'delete' | 'cards'; keys: readonly KeyAnswer[] }>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (what: 'delete' | 'cards') => {
    setAsked({ what, keys });
    setIsOpen(true);
  };
  const startDeleting = () => {
    if (keys.length === 0) toast.error(t('ui.said.select_keys'));
    else ask('delete');
  };
  const shared = { isOpen, onClose: () => setIsOpen(false) };
  return (
    <>
      {keys.length > 0 && (
        <>
          <Button look="ghost" icon={<X aria-hidden="true" className="size-4" />} onClick={onClear}>
            {t('activation_keys.selection.clear', {
              count: keys.length,
              number: formatNumber(keys.length, language),
            })}
          </Button>
          <Button
            look="secondary"
            icon={<IdCard aria-hidden="true" className="size-4" />}
            onClick={() => ask('cards')}
          >
            {t('activation_keys.cards.open')}
          </Button>
        </>
      )}
      <Button
        look="secondary"
        // Not `disabled`: pressed too early it tells what is missing.
        aria-disabled={keys.length === 0 || undefined}
        className="aria-disabled:opacity-60"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={startDeleting}
      >
        {t('activation_keys.delete.open_many')}
      </Button>
      {asked?.what === 'cards' && <KeyCardsDialog keys={asked.keys} {...shared} />}
      {asked?.what === 'delete' && (
        <DeleteKeysDialog keys={asked.keys} onDeleted={onDeleted} {...shared} />
      )}
    </>
  );
}
