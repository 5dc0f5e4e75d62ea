import type { Steps } from '../../domain/steps.ts';
import { brandMark } from '../pages/brand.ts';
import type { JsonSchema, OpenApiDocument, Operation } from './openapi.ts';

/** Text that is safe in a page. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | readonly Piece[];

/** Inserted values are escaped, unless they were made here. */
function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < pieces.length ? render(pieces[index]) : ''))
      .join(''),
  );
}

function render(piece: Piece | undefined): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return String(piece)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const none = new Html('');

/** Text between backticks is code. */
function prose(text: string): Piece {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

const accessWords: Readonly<Record<Operation['x-access'], string>> = {
  public: 'anybody',
  device: 'device',
  customer: 'customer',
  viewer: 'operator',
  support: 'operator: support',
  owner: 'operator: owner',
  account: 'customer or operator',
  metrics: 'Prometheus or operator',
};

/** Where the page goes into its template, which brings the style and the search of the product's pages. */
const place = '<div id="reference"></div>';
/** While the pages are not built. */
const bareTemplate = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title></title></head><body>${place}</body></html>`;

/** The reference as a page, one path in each step. It reads without scripts; with them it can be searched. */
export function* renderReference(
  document: OpenApiDocument,
  template = bareTemplate,
): Steps<string> {
  const { info, tags, paths } = document;
  const calls: { readonly tag: string; readonly text: Html }[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      calls.push({ tag: operation.tags[0], text: renderCall(path, method, operation) });
    }
    yield;
  }
  const title = `${info.title} API`;
  const chapters = tags.map(({ name, description }) =>
    renderChapter(
      name,
      description,
      calls.filter(({ tag }) => tag === name).map(({ text }) => text),
    ),
  );
  const page = html`
<div class="mx-auto max-w-5xl px-4 py-4 sm:py-8">
<header class="flex items-center justify-between gap-4">
<a class="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg" href="/">${new Html(brandMark)}${info.title}</a>
<a class="inline-flex min-h-11 items-center underline" href="/api/docs/openapi.json">openapi.json</a>
</header>
<main class="mt-6">
<h1 class="font-semibold text-2xl">${title} ${info.version}</h1>
<p class="mt-2 max-w-prose text-muted">${prose(info.description)}</p>
<search class="invisible mt-6 block">
<label class="block font-semibold text-sm" for="search">Search</label>
<input class="mt-1 min-h-11 w-full min-w-0 rounded-sm border border-strong bg-ground px-3 text-base placeholder:text-muted" id="search" type="search" autocomplete="off" placeholder="alerts, /api/keys, POST …">
<p class="mt-1 min-h-6 text-muted text-sm" role="status" data-found="{found} of {all} calls"></p>
</search>
<div class="mt-3 rounded-lg border border-line bg-surface">
${chapters}
</div>
</main>
</div>`;
  return template
    .replace(/<title>.*?<\/title>/, () => html`<title>${title} ${info.version}</title>`.text)
    .replace(place, () => page.text);
}

const summaryLook =
  'flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 -outline-offset-2 hover:bg-raised [&::-webkit-details-marker]:hidden';
const chipLook = 'rounded-full border border-line px-2.5 text-muted text-xs';

function renderChapter(name: string, about: string, calls: readonly Html[]): Html {
  return html`<details class="group/chapter border-line border-t first:border-t-0" data-chapter id="${name.toLowerCase().replaceAll(/\W+/g, '-')}">
<summary class="${summaryLook}"><h2 class="font-semibold text-lg">${name}</h2>
<span class="ml-auto text-muted text-sm sm:order-1">${calls.length} <span class="inline-block transition group-open/chapter:rotate-90" aria-hidden="true">›</span></span>
<span class="w-full text-muted text-sm sm:w-auto">${about}</span></summary>
<div class="space-y-2 px-3 pb-4">
${calls}
</div>
</details>
`;
}

function renderCall(path: string, method: string, operation: Operation): Html {
  const { description, parameters = [], requestBody, responses } = operation;
  const { 200: done, 204: empty, ...failures } = responses;
  return html`<details class="rounded-md border border-line" data-call id="${operation.operationId}">
<summary class="${summaryLook}"><span class="w-14 font-semibold text-accent-text text-sm">${method.toUpperCase()}</span>
<code class="wrap-anywhere font-mono text-sm">${path}</code>
<span class="min-w-0 grow basis-48 text-muted text-sm">${operation.summary}</span>
<span class="${chipLook}">${accessWords[operation['x-access']]}</span></summary>
<div class="px-4 pb-4 text-sm [&_code]:font-mono">
${description === undefined ? none : html`<p class="max-w-prose">${prose(description)}</p>`}
${parameters.length === 0 ? none : html`${subtitle('Parameters')}${renderFields(parameters)}`}
${requestBody === undefined ? none : renderBody('Body', requestBody.content)}
${done?.content === undefined ? none : renderBody('Answer', done.content)}
${empty === undefined ? none : html`<p>204, without a body: ${empty.description}.</p>`}
${Object.keys(failures).length === 0 ? none : html`${subtitle('Failures')}${renderFailures(failures)}`}
</div>
</details>
`;
}

const subtitle = (text: string) => html`<h3 class="mt-4 mb-1 font-semibold">${text}</h3>`;

function renderBody(
  title: string,
  content: NonNullable<Operation['requestBody']>['content'],
): Html {
  const [[type, { schema, example }] = ['', { schema: {} }]] = Object.entries(content);
  if (type !== 'application/json') return html`${subtitle(title)}<p>${type}</p>`;
  const fields = listFields(schema, '', title === 'Body');
  return html`${subtitle(title)}${renderFields(fields)}
${subtitle(`${title}, an example`)}<pre class="wrap-anywhere whitespace-pre-wrap rounded-sm bg-raised px-4 py-3 font-mono">${JSON.stringify(example, null, 2)}</pre>`;
}

/** Fields of an object and of what lies in it: `data[].name`. */
function listFields(schema: JsonSchema, prefix: string, isBody: boolean): Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    if (typeof property !== 'object') return [];
    const name = prefix + key;
    const field = { name, required: isBody && required.includes(key), schema: property };
    const inner = [property, ...(property.anyOf ?? [])].flatMap((one) =>
      typeof one === 'object' ? innerOf(one) : [],
    );
    return [
      field,
      ...inner.flatMap(({ mark, object }) => listFields(object, `${name}${mark}.`, isBody)),
    ];
  });
}

function innerOf(schema: JsonSchema): { readonly mark: string; readonly object: JsonSchema }[] {
  if (schema.properties !== undefined) return [{ mark: '', object: schema }];
  const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
  return typeof item === 'object' && item.properties !== undefined
    ? [{ mark: '[]', object: item }]
    : [];
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

const listLook = 'grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)]';

function renderFields(fields: readonly Field[]): Html {
  return html`<dl class="${listLook}">${fields.map(
    ({ name, required, schema }) =>
      html`<dt class="wrap-anywhere"><code>${name}</code>${required ? html` <span class="text-accent-text">required</span>` : none}</dt>
<dd class="mb-2 text-muted sm:mb-0">${describeSchema(schema)}</dd>`,
  )}</dl>`;
}

function renderFailures(failures: Operation['responses']): Html {
  return html`<dl class="${listLook}">${Object.entries(failures).map(
    ([status, { description }]) =>
      html`<dt class="wrap-anywhere">${status}</dt><dd class="mb-2 text-muted sm:mb-0"><code>${description}</code></dd>`,
  )}</dl>`;
}

/** `whole number, 30 to 86400`; the schema itself, in openapi.json, has the rest. */
function describeSchema(schema: JsonSchema): string {
  const { type, minimum, maximum, maxLength, format, default: usual } = schema;
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const alternatives = schema.anyOf ?? schema.oneOf;
  const words = [
    choices?.map((choice) => JSON.stringify(choice)).join(' | ') ??
      alternatives
        ?.map((one) => (typeof one === 'object' ? describeSchema(one) : 'anything'))
        .join(' or ') ??
      (type === 'array' ? `list of ${describeItems(schema)}` : nameType(type)),
  ];
  if (format !== undefined) words.push(format);
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    words.push(`${minimum} to ${maximum}`);
  }
  if (maxLength !== undefined) words.push(`at most ${maxLength} characters`);
  if (usual !== undefined) words.push(`${JSON.stringify(usual)} when left out`);
  return words.join(', ');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function nameType(type: JsonSchema['type'] | readonly string[]): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  return names.map((name) => typeWords[name] ?? 'anything').join(' or ');
}

function describeItems({ items }: JsonSchema): string {
  const item = Array.isArray(items) ? items[0] : items;
  return typeof item === 'object' ? describeSchema(item) : 'anything';
}
