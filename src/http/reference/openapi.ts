import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { shape } from '../../contract/shape.ts';
import type { TokenScope } from '../../domain/people/token-scopes.ts';
import { proofMethods, secondFactorMethods } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { costOf } from '../engine/call-limits.ts';
import { maxBodyBytes } from '../engine/read-body.ts';
import type { Access, RouteSpec } from '../engine/route.ts';
import { composeExample } from './compose-example.ts';
import { tagTexts } from './tags.ts';

/** The part of a JSON Schema (draft 2020-12) that is used here. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Content {
  readonly [mediaType: string]: { readonly schema: JsonSchema; readonly example?: unknown };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Its callers, in one word. */
  readonly 'x-access': Access;
  /** The scope that the token of a program needs besides its role; and for fields of the body, by field. */
  readonly 'x-scope'?: TokenScope;
  readonly 'x-field-scopes'?: Readonly<Record<string, TokenScope>>;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
}

/** An OpenAPI document, version 3.1 (https://spec.openapis.org/oas/v3.1.1). */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const schemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From POST /api/auth/login or /api/auth/customer-login.',
  },
  device: {
    type: 'http',
    scheme: 'bearer',
    description: 'The device token, `fwd_…`, from POST /api/device/v1/enrol.',
  },
  metrics: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of `/metrics`, of which `faiwatch doctor` says where it lies.',
  },
} as const;

const securityOf: Readonly<Record<Access, Operation['security']>> = {
  public: [],
  device: [{ device: [] }],
  customer: [{ session: [] }],
  viewer: [{ session: [] }],
  support: [{ session: [] }],
  owner: [{ session: [] }],
  account: [{ session: [] }],
  metrics: [{ metrics: [] }, { session: [] }],
};

/** Codes that are answered before a handler is reached. */
const codesOfAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  device: ['INVALID_TOKEN', 'DEVICE_REVOKED', 'RATE_LIMITED'],
  customer: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN'],
  viewer: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  support: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  owner: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
  account: ['INVALID_TOKEN', 'TOKEN_EXPIRED'],
  metrics: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'],
};

/**
 * Codes that any call may answer: for a wrong address, and for failures that are not the caller's fault.
 */
const codesOfAll = ['VALIDATION', 'INTERNAL', 'UNAVAILABLE'] as const;

const errorSchema = shape(() =>
  z.object({
    ok: z.literal(false),
    /** For people. */
    error: z.string().meta({ examples: ['name: is required'] }),
    /** For programs. */
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    /** For VALIDATION: what is wrong with which field. */
    fields: z.record(z.string(), z.string()).optional(),
    /** The same as codes, where a finding has one. `body` is the request as a whole. */
    findings: z
      .record(
        z.string(),
        z.object({ code: z.string(), n: z.number().optional(), m: z.number().optional() }),
      )
      .optional(),
    /** For SECOND_FACTOR_REQUIRED at a log-in: what the second step is asked with. */
    challenge: z.string().optional(),
    /** With it, and for REAUTHENTICATION_REQUIRED. */
    methods: z.array(z.enum([...new Set([...secondFactorMethods, ...proofMethods])])).optional(),
  }),
);
const wordyErrorSchema = shape(() =>
  errorSchema().extend({ success: z.literal(false), message: z.string() }),
);

const methodOrder = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies RouteSpec['method'][];

/** By chapter, then by path, whoever declares them: what is switched on moves nothing else. */
function sortRoutes(routes: readonly RouteSpec[]): RouteSpec[] {
  const chapters = Object.keys(tagTexts);
  const keyOf = ({ tag, path, method }: RouteSpec) =>
    [chapters.indexOf(tag), path, methodOrder.indexOf(method)] as const;
  return routes.toSorted((one, other) => {
    const [chapter, path, method] = keyOf(one);
    const [otherChapter, otherPath, otherMethod] = keyOf(other);
    if (chapter !== otherChapter) return chapter - otherChapter;
    if (path !== otherPath) return path < otherPath ? -1 : 1;
    return method - otherMethod;
  });
}

/**
 * Describes every route there is, one in each step.
 * @param declared in any order
 * @param url of the server; a document that is read from it may leave the host out
 */
export function* describeApi(
  declared: readonly RouteSpec[],
  version: string,
  url = '/',
): Steps<OpenApiDocument> {
  const routes = sortRoutes(declared);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const spec of routes) {
    const path = spec.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: describeRoute(spec, path) };
    yield;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'FaiWatch',
      version,
      description: `Success answers \`{ "ok": true, … }\`, failure \`{ "ok": false, "error": "text for people", "code": "CODE" }\`. Times are ISO 8601, UTC, with milliseconds. A body may hold ${maxBodyBytes / 1024} KiB.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tagTexts[name],
    })),
    paths,
    components: {
      schemas: {
        Error: toJsonSchema(errorSchema(), 'output'),
        WordyError: toJsonSchema(wordyErrorSchema(), 'output'),
      },
      securitySchemes: schemes,
    },
  };
}

/** The sentence about a call that is `forOwner`. */
const ownersOnly =
  'Not for sessions that a chat opened that may log in and has not proven that the account is its own: FORBIDDEN.';

/** The document as JSON, one path in each step. */
export function* writeDocument(document: OpenApiDocument): Steps<string> {
  const paths: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    paths.push(`${JSON.stringify(path)}:${JSON.stringify(methods)}`);
    yield;
  }
  const { paths: _, ...rest } = document;
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{${paths.join()}}}`;
}

function describeRoute(spec: RouteSpec, path: string): Operation {
  const parameters = [
    ...readParameters(spec.params, 'path'),
    ...readParameters(spec.query, 'query'),
  ];
  return {
    operationId: `${spec.method.toLowerCase()}${path.replaceAll(/[^\w]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [spec.tag],
    summary: spec.summary,
    ...describeInWords(spec),
    security: securityOf[spec.access],
    'x-access': spec.access,
    ...(spec.scope !== undefined && { 'x-scope': spec.scope }),
    ...(spec.fieldScopes !== undefined && { 'x-field-scopes': spec.fieldScopes }),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body !== undefined && {
      requestBody: { required: true as const, content: asJson(spec.body(), 'input') },
    }),
    responses: {
      ...describeAnswers(spec),
      ...describeErrors(spec),
    },
  };
}

function describeInWords(spec: RouteSpec): { readonly description?: string } {
  const { description, forOwner, scope, fieldScopes = {} } = spec;
  const sentences = [
    description,
    forOwner && ownersOnly,
    scope && `An API token needs the scope \`${scope}\`.`,
    ...Object.entries(fieldScopes).map(
      ([field, needed]) => `To give \`${field}\`, an API token needs the scope \`${needed}\`.`,
    ),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

function describeAnswers({ answer, answerType, otherAnswers = {} }: RouteSpec) {
  const responses: Record<string, Operation['responses'][string]> = {};
  if (answer !== undefined) {
    responses[200] = { description: 'Done', content: asJson(answer(), 'output') };
  } else if (answerType !== undefined) {
    const schema = { type: 'string' } as const;
    responses[200] = { description: 'Done', content: { [answerType]: { schema } } };
  }
  for (const [status, description] of Object.entries(otherAnswers)) {
    responses[status] = { description };
  }
  // A call that only leads elsewhere has no other success.
  if (responses[200] === undefined)
    responses['default'] = { description: 'Not done', content: contentOf('Error') };
  return responses;
}

/** One entry per status, with the codes that go with it. */
function describeErrors(spec: RouteSpec): Operation['responses'] {
  const isLimited = spec.access !== 'public' && !['kept', 'exempt'].includes(costOf(spec));
  const ofAccess = codesOfAccess[spec.access];
  const codes = new Set<ErrorCode>([
    ...codesOfAll,
    ...(spec.body === undefined ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    ...(isLimited ? (['RATE_LIMITED'] as const) : []),
    ...ofAccess,
    ...(spec.needsProof === true ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(spec.errors ?? []),
  ]);
  const byStatus: Record<string, string> = {};
  for (const code of codes) {
    // Somebody who is logged in may not go on; see `statusOf` of the errors.
    const isRefused = code === 'SECOND_FACTOR_REQUIRED' && ofAccess.includes(code);
    const status = isRefused ? errorStatus.FORBIDDEN : errorStatus[code];
    byStatus[status] = byStatus[status] === undefined ? code : `${byStatus[status]}, ${code}`;
  }
  const content = contentOf(spec.saysSuccess === true ? 'WordyError' : 'Error');
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, description]) => [status, { description, content }]),
  );
}

function contentOf(component: 'Error' | 'WordyError'): Content {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${component}` } } };
}

function readParameters(
  shape: (() => z.ZodObject) | undefined,
  place: Parameter['in'],
): Parameter[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(shape(), 'input');
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : [{ name, in: place, required: required.includes(name), schema, ...exampleOf(schema) }],
  );
}

function asJson(shape: z.ZodType, io: 'input' | 'output'): Content {
  const schema = toJsonSchema(shape, io);
  return { 'application/json': { schema, ...exampleOf(schema) } };
}

function exampleOf(schema: JsonSchema): { readonly example?: unknown } {
  const example = composeExample(schema);
  return example === undefined ? {} : { example };
}

function toJsonSchema(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema;
}
