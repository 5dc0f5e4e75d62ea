/** Runs while the scripts are bundled: words of Intl, whose first use takes a slow phone longer than drawing a page. */
const locales = { th: 'th-TH', en: 'en-GB' };

export function listShortMonths(language: keyof typeof locales): string[] {
  const { format } = new Intl.DateTimeFormat(locales[language], {
    timeZone: 'UTC',
    month: 'short',
  });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month, 15)));
}

/** As they stand behind a number other than one. */
export function listShortUnits(language: keyof typeof locales) {
  const nameOf = (unit: string) =>
    new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'short' })
      .format(2)
      .replace('2', '')
      .trim();
  return {
    day: nameOf('day'),
    hour: nameOf('hour'),
    minute: nameOf('minute'),
    second: nameOf('second'),
  };
}

type AgoForms = readonly [one: string, other: string];

/** `{n} days ago`, `in {n} days`, of one and of any other number. */
export function listAgoForms(language: keyof typeof locales) {
  const format = new Intl.RelativeTimeFormat(locales[language]);
  const formsOf = (unit: 'day' | 'hour' | 'minute', sign: 1 | -1): AgoForms => [
    format.format(sign, unit).replace('1', '{n}'),
    format.format(sign * 2, unit).replace('2', '{n}'),
  ];
  const bothOf = (unit: 'day' | 'hour' | 'minute') => ({
    past: formsOf(unit, -1),
    future: formsOf(unit, 1),
  });
  return { day: bothOf('day'), hour: bothOf('hour'), minute: bothOf('minute') };
}
