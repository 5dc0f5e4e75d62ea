import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { Button } from '../button.tsx';
import type { Matching } from './table-types.ts';

interface SelectMatchingProps extends Matching {
  selected: number;
  onClear: () => void;
}

/** Once a whole page is ticked: the way to all that match, on every page, and back. */
export function SelectMatching({ total, most, ...props }: SelectMatchingProps) {
  const { selected, isBusy, onSelect, onClear } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const say = (count: number) => ({ count, number: formatNumber(count, language) });
  const reachable = Math.min(total, most);
  const isAll = selected >= reachable;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-raised px-4 py-1.5 text-sm print:hidden">
      <p role="status">
        {t(isAll ? 'ui.table.matching_selected' : 'ui.table.selected', say(selected))}
      </p>
      {isAll ? (
        <Button look="ghost" size="small" onClick={onClear}>
          {t('ui.table.clear')}
        </Button>
      ) : (
        <Button look="ghost" size="small" isBusy={isBusy} onClick={onSelect}>
          {t(total > most ? 'ui.table.select_first' : 'ui.table.select_matching', say(reachable))}
        </Button>
      )}
    </div>
  );
}
