/** What a whole server answers at /metrics, held against the rules of Prometheus' own linter. */
import { expect, test } from 'bun:test';
import { App, adminLogIn } from '../support/app.ts';

interface Family {
  readonly name: string;
  readonly help: string;
  type: string;
  readonly series: string[];
}

const helpLine = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const typeLine = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/;
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const sample = new RegExp(
  `^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:${label}(?:,${label})*)?\\})? ([-+]?\\d[\\d.eE+-]*|NaN|[+-]Inf)$`,
);

/**
 * Reads Prometheus' text format, version 0.0.4.
 * @returns its families, and the lines that are none of it
 */
function parse(text: string) {
  const families: Family[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n')) {
    const family = families.at(-1);
    const [, helped, help = ''] = helpLine.exec(line) ?? [];
    const [, typed, type = ''] = typeLine.exec(line) ?? [];
    const [, name, labels = ''] = sample.exec(line) ?? [];
    if (helped !== undefined) families.push({ name: helped, help, type: '', series: [] });
    else if (typed !== undefined && family?.name === typed && family.type === '')
      family.type = type;
    else if (name !== undefined && family?.name === name) family.series.push(name + labels);
    else if (line !== '') wrong.push(line);
  }
  return { families, wrong };
}

/** The rules of `promtool check metrics`. */
function problemsOf({ name, help, type, series }: Family): string[] {
  const words = name.split('_');
  const has = (list: readonly string[]) => list.find((word) => words.includes(word));
  const found: (string | false | undefined)[] = [
    help.trim() === '' && 'has no help',
    type === '' && 'has no type',
    type === 'counter' && !name.endsWith('_total') && 'is a counter that does not end in _total',
    type !== 'counter' && name.endsWith('_total') && 'ends in _total and is no counter',
    /_(count|sum|bucket|info_total)$/.test(name) && 'ends like a part of a histogram',
    /[A-Z]/.test(name) && 'is not in snake_case',
    name.includes(':') && 'has a colon, which belongs to recording rules',
    has(['counter', 'gauge', 'histogram', 'summary', 'untyped']) && 'has its type in its name',
    has(['ms', 'milliseconds', 'us', 'microseconds', 'ns', 'nanoseconds', 'minutes', 'hours']) &&
      'is not in seconds',
    has(['days', 'weeks', 'kb', 'mb', 'kilobytes', 'megabytes', 'kib', 'mib', 'bits']) &&
      'is not in a base unit',
    has(['percent', 'percentage', 'permille']) && 'is not a ratio',
    !name.startsWith('faiwatch_') && !name.startsWith('process_') && 'is of no application',
    series.length !== new Set(series).size && 'has a series twice',
    series.some((one) => /[{,](le|quantile)="/.test(one)) && 'has a label of histograms',
    series.some((one) => /[{,][^=]*[A-Z][^=]*=/.test(one)) &&
      'has a label that is not in snake_case',
  ];
  return found.filter((problem) => typeof problem === 'string').map((text) => `${name} ${text}`);
}

test('the figures keep to Prometheus’ format and naming rules', async () => {
  await using app = await App.start({ devices: 2 });
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const answer = await app.call('GET', '/metrics', token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toEndWith('\n');
  const { families, wrong } = parse(text);
  expect(wrong).toEqual([]);
  expect(families.length).toBeGreaterThan(30);
  expect(families.flatMap(problemsOf)).toEqual([]);
  const names = families.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each([
  ['# HELP a_b x\n# TYPE a_b counter\na_b 1\n', 'a_b is a counter that does not end in _total'],
  [
    '# HELP faiwatch_x_total x\n# TYPE faiwatch_x_total gauge\n',
    'ends in _total and is no counter',
  ],
  ['# HELP faiwatch_x_ms x\n# TYPE faiwatch_x_ms gauge\n', 'faiwatch_x_ms is not in seconds'],
  ['# HELP faiwatch_x x\nfaiwatch_x 1\n', 'faiwatch_x has no type'],
  [
    '# HELP faiwatch_x x\n# TYPE faiwatch_x gauge\nfaiwatch_x 1\nfaiwatch_x 2\n',
    'has a series twice',
  ],
])('the rules find what is wrong with %p', (text, problem) => {
  expect(parse(text).families.flatMap(problemsOf).join('\n')).toContain(problem);
});
