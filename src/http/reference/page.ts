import type { Steps } from '../../domain/steps.ts';
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

/** The reference as a page, one path in each step: without scripts, inline code or foreign resources. */
export function* renderReference(document: OpenApiDocument, stylePath: string): Steps<string> {
  const { info, tags, paths } = document;
  const calls: { readonly tag: string; readonly text: Html }[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      calls.push({ tag: operation.tags[0], text: renderCall(path, method, operation) });
    }
    yield;
  }
  const chapters = tags.map(({ name }) => ({
    name,
    id: name.toLowerCase().replaceAll(/\W+/g, '-'),
    calls: calls.filter(({ tag }) => tag === name),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API ${info.version}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<nav aria-label="Chapters"><strong>${info.title} API</strong>
${chapters.map(({ name, id }) => html`<a href="#${id}">${name}</a>`)}
</nav>
<main>
<h1>${info.title} API ${info.version}</h1>
<p>${prose(info.description)}</p>
<p>The same for machines: <a href="/api/docs/openapi.json">openapi.json</a></p>
${chapters.map(
  (chapter) => html`<section aria-labelledby="${chapter.id}">
<h2 id="${chapter.id}">${chapter.name}</h2>
${chapter.calls.map(({ text }) => text)}
</section>`,
)}
</main>
</body>
</html>
`.text;
}

function renderCall(path: string, method: string, operation: Operation): Html {
  const { description, parameters = [], requestBody, responses } = operation;
  const { 200: done, 204: empty, ...failures } = responses;
  return html`<details id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code>
<span class="what">${operation.summary}</span>
<span class="access">${accessWords[operation['x-access']]}</span></summary>
<div class="inside">
${description === undefined ? none : html`<p>${prose(description)}</p>`}
${parameters.length === 0 ? none : html`<h3>Parameters</h3>${renderFields(parameters)}`}
${requestBody === undefined ? none : renderBody('Body', requestBody.content)}
${done?.content === undefined ? none : renderBody('Answer', done.content)}
${empty === undefined ? none : html`<p>204, without a body: ${empty.description}.</p>`}
${Object.keys(failures).length === 0 ? none : html`<h3>Failures</h3>${renderFailures(failures)}`}
</div>
</details>
`;
}

function renderBody(
  title: string,
  content: NonNullable<Operation['requestBody']>['content'],
): Html {
  const [[type, { schema, example }] = ['', { schema: {} }]] = Object.entries(content);
  if (type !== 'application/json') return html`<h3>${title}</h3><p>${type}</p>`;
  const fields = listFields(schema, '', title === 'Body');
  return html`<h3>${title}</h3>${renderFields(fields)}
<h3>${title}, an example</h3><pre>${JSON.stringify(example, null, 2)}</pre>`;
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

function renderFields(fields: readonly Field[]): Html {
  return html`<dl>${fields.map(
    ({ name, required, schema }) =>
      html`<dt><code>${name}</code>${required ? html` <span class="required">required</span>` : none}</dt>
<dd>${describeSchema(schema)}</dd>`,
  )}</dl>`;
}

function renderFailures(failures: Operation['responses']): Html {
  return html`<dl>${Object.entries(failures).map(
    ([status, { description }]) => html`<dt>${status}</dt><dd><code>${description}</code></dd>`,
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
