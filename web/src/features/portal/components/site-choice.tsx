import { CheckboxField } from '../../../components/ui/checkbox.tsx';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Site } from '../contact-words.ts';

/** The sites that are chosen; null: all. */
export type ChosenSites = string[] | null;

export interface SitesField {
  /** Which sites these are, where that is not plain. */
  label?: string;
  value: ChosenSites;
  onChange: (value: ChosenSites) => void;
  error?: string | undefined;
}

/** All sites, or certain ones. Who has one site is not asked. */
export function SiteChoice({
  sites,
  label,
  value,
  onChange,
  error,
}: SitesField & { sites: readonly Pick<Site, 'device_id' | 'site_name'>[] }) {
  const { t } = useTranslation();
  if (sites.length < 2 && value === null) return null;
  return (
    <div className="min-w-0">
      <SwitchField
        label={t('contacts.form.chosen')}
        isOn={value !== null}
        onChange={(isChosen) => onChange(isChosen ? [] : null)}
        error={error}
      />
      {value !== null && (
        <Choice
          legend={label ?? t('contacts.facts.sites')}
          options={sites.map((site) => ({ value: site.device_id, label: site.site_name }))}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Value> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value[];
  onChange: (value: Value[]) => void;
}

/** Any of some, each with a box. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{legend}</legend>
      {options.map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          isChecked={value.includes(option.value)}
          onChange={(isChecked) =>
            onChange(
              isChecked
                ? [...value, option.value]
                : value.filter((chosen) => chosen !== option.value),
            )
          }
        />
      ))}
    </fieldset>
  );
}
