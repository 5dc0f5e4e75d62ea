/** Commander's words on wrong usage, by pattern, and this program's own. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/^unknown command '(.*)'$/, 'There is no command $1.'],
  [/^unknown option '(.*)'$/, 'There is no option $1.'],
  [/^required option '(--\S+).*' not specified$/, '$1 is missing.'],
  [/^missing required argument '(.*)'$/, 'The $1 is missing.'],
  [/^option '(?:-\w, )?(--\S+).*' argument missing$/, '$1 needs a value.'],
  [/^option '(?:-\w, )?(--\S+).*' argument '(.*)' is invalid\. (.*)$/, '$1 $2: $3'],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/, '$2 $1: $3'],
  [/^too many arguments(?: for '.*')?\. Expected (\d+).*$/, 'There are more arguments than $1.'],
];

/**
 * Puts into this program's words what commander says of wrong usage; what it suggests stays.
 * @param text what commander writes: `error: unknown option '--prot'\n(Did you mean --port?)\n`
 */
export function sayWrongUsage(text: string): string {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const plain = first.replace(/^error: /, '');
  const known = sayings.find(([pattern]) => pattern.test(plain));
  const said = known === undefined ? plain : plain.replace(...known);
  const choices = said.replace(/Allowed choices are (.*)\.$/, 'must be one of $1');
  return `${[`faiwatch: ${choices}`, ...rest].join('\n')}\n`;
}
