/**
 * The OpenAPI document as others use it: a linter reads it, a generator makes a client of it, and the
 * client, checked by the compiler, makes every call there is with the document's own examples.
 */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import createClient, { type Client } from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { ApiWorld, type Call, callers, readCalls } from '../api/world.ts';
import { HttpWorld } from '../support/http-world.ts';

const { text: document } = await new HttpWorld().get('/api/docs/openapi.json');
const calls = await readCalls();

test('the document keeps the rules that its linter recommends', async () => {
  const config = await loadConfig({ configPath: join(repositoryDir, 'redocly.yaml') });
  const problems = await lintFromString({
    source: document,
    absoluteRef: 'openapi.json',
    config,
  });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** What a program would write to make the call: names and values from the document alone. */
function writeCall(call: Call): string {
  const { method, path, operation } = call;
  const path_ = pick(operation.parameters, 'path');
  const query = pick(operation.parameters, 'query');
  const body = operation.requestBody?.content['application/json']?.example;
  const params = { ...(path_ && { path: path_ }), ...(query && { query }) };
  const [type = 'application/json'] = Object.keys(operation.responses[200]?.content ?? {});
  const init = {
    ...(type !== 'application/json' && { parseAs: 'stream' }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(body !== undefined && { body }),
  };
  return `  ${JSON.stringify(nameOf(call))}: (client: Client<paths>) => client.${method}(${JSON.stringify(path)}, ${JSON.stringify(init)}),`;
}

/** The examples of what must be given in one place. */
function pick(parameters: Call['operation']['parameters'], place: 'path' | 'query') {
  const wanted = (parameters ?? []).filter((one) => one.in === place && one.required);
  if (wanted.length === 0) return null;
  return Object.fromEntries(
    wanted.map(({ name, example, schema }) => [name, example ?? schema.examples?.[0]]),
  );
}

type Made = Readonly<
  Record<
    string,
    (
      client: Client<Record<string, never>>,
    ) => Promise<{ readonly response: Response; readonly data?: unknown; readonly error?: unknown }>
  >
>;

let findings: readonly string[];
let made: Made;

beforeAll(async () => {
  const types = astToString(await openapiTS(document));
  const source = `import type { Client } from 'openapi-fetch';
import type { paths } from './api.ts';
export const calls = {
${calls.map(writeCall).join('\n')}
};
`;
  findings = compile({ 'api.ts': types, 'calls.ts': source });
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext },
  });
  const module = { calls: {} as Made };
  new Function('exports', outputText)(module);
  made = module.calls;
});

/** @returns what the compiler finds, each with its file */
function compile(files: Readonly<Record<string, string>>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const place = (name: string) => `${import.meta.dir}/${name}`;
  const own = new Map(Object.entries(files).map(([name, text]) => [place(name), text]));
  host.fileExists = (name) => own.has(name) || fileExists(name);
  host.readFile = (name) => own.get(name) ?? readFile(name);
  host.getSourceFile = (name, target) => {
    const text = own.get(name);
    return text === undefined
      ? getSourceFile(name, target)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...own.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) =>
      `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`.slice(
        0,
        400,
      ),
    );
}

test('a client made of the document compiles, and so does every call with the examples', () => {
  expect(findings).toEqual([]);
});

/** Findings about the world, to which the code and the address of the examples are unknown. */
const aboutTheWorld: readonly string[] = ['codeWrong', 'placeUnknown'];

interface Refusal {
  readonly code?: string;
  readonly findings?: Readonly<Record<string, { readonly code: string }>>;
}

/** What is wrong with how a call was made. */
function mistakesIn(error: unknown): unknown[] {
  const { code, findings } = (error ?? {}) as Refusal;
  if (code !== 'VALIDATION') return [];
  const known = Object.values(findings ?? {});
  return known.length > 0 && known.every((finding) => aboutTheWorld.includes(finding.code))
    ? []
    : [error];
}

describe('every call of the client', () => {
  test.each(calls.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    const world = await ApiWorld.make();
    const token = await world.token(callers[call.operation['x-access']]);
    const client = createClient<Record<string, never>>({
      baseUrl: 'http://localhost',
      fetch: async (request) => {
        // The examples name nothing that is here: the world's own things take their place.
        const { search } = new URL(request.url);
        const target = new Request(`http://localhost${world.fill(call.path)}${search}`, request);
        if (token !== undefined) target.headers.set('Authorization', `Bearer ${token}`);
        return world.http.app.handle(target);
      },
    });
    const { response, data, error } = (await made[name]?.(client)) ?? {};
    if (data instanceof ReadableStream) await data.cancel();
    expect(Object.keys(call.operation.responses)).toContain(String(response?.status));
    // What is asked for may not be so in this world; how it is asked is right.
    expect(mistakesIn(error)).toEqual([]);
  });
});
