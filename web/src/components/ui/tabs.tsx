import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CountBadge, tabClasses, tabListClasses } from './tab-style.tsx';

interface TabsProps<Value extends string> {
  /** What is switched between. */
  label: string;
  tabs: readonly { value: Value; label: string; count?: number; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Panels of one page, one shown at a time. For filters of a list that stand in the address: `FilterTabs`. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange } = props;
  return (
    <BaseTabs.Root value={value} onValueChange={onChange}>
      <BaseTabs.List aria-label={label} activateOnFocus className={tabListClasses}>
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={classNames(tabClasses, 'data-active:border-accent data-active:text-text')}
          >
            {tab.label}
            {tab.count !== undefined && <CountBadge count={tab.count} />}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
