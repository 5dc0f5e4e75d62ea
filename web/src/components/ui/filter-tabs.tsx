import { type AnyRouter, Link } from '@tanstack/react-router';
import { classNames } from '../../lib/class-names.ts';
import { CountBadge, tabClasses, tabListClasses } from './tab-style.tsx';

interface FilterTabsProps<Filter extends string> {
  /** What is filtered. */
  label: string;
  /** The first is the default, and leaves the address bare. */
  tabs: readonly {
    value: Filter;
    label: string;
    count?: number | undefined;
    /** Counting stopped here: there may be more. */
    mostCounted?: number;
  }[];
  /** The filter in the address; undefined is the first. */
  value: Filter | undefined;
}

/** The filters of a list, with their counts, as links that set `?filter=` and begin at page 1. */
export function FilterTabs<Filter extends string>(props: FilterTabsProps<Filter>) {
  const { label, tabs, value = tabs[0]?.value } = props;
  return (
    <nav aria-label={label} className={tabListClasses}>
      {tabs.map((tab, index) => (
        // Of no route in particular: the list may stand on any page.
        <Link<AnyRouter, '.'>
          key={tab.value}
          to="."
          search={(previous: object) => ({
            ...previous,
            filter: index === 0 ? undefined : tab.value,
            page: undefined,
          })}
          activeOptions={{ exact: true, explicitUndefined: true }}
          resetScroll={false}
          className={classNames(tabClasses, tab.value === value && 'border-accent! text-text')}
        >
          {tab.label}
          {'count' in tab && (
            <CountBadge
              count={tab.count}
              isCapped={tab.count !== undefined && tab.count === tab.mostCounted}
            />
          )}
        </Link>
      ))}
    </nav>
  );
}
