import { z } from 'zod';
import type { ApiContext } from '../engine/api-context.ts';
import { acceptsHtml } from '../engine/content-negotiation.ts';
import { type Route, type RouteSpec, route } from '../engine/route.ts';
import { describeApi } from './openapi.ts';
import { renderReference } from './page.ts';
import style from './reference.css' with { type: 'text' };

const tag = 'Reference';
/** What every OpenAPI document has; the rest is its own standard's matter. */
const documentSchema = z.looseObject({ openapi: z.string().meta({ examples: ['3.1.1'] }) });

const stylePath = '/api/docs/reference.css';

/**
 * The reference of all calls: a page for people, an OpenAPI document for machines.
 * @param specs of every other call
 */
export function referenceRoutes(
  specs: readonly RouteSpec[],
  { version, publicUrl }: Pick<ApiContext, 'version' | 'publicUrl'>,
): Route[] {
  const document = once(() => describeApi([...specs, ...routes], version, publicUrl));
  const page = once(() => renderReference(document(), stylePath));
  const routes: Route[] = [
    route(
      {
        method: 'GET',
        path: '/api/docs',
        access: 'public',
        tag,
        summary: 'Read this reference',
        description: 'A browser gets the page, everybody else the OpenAPI document.',
        answer: documentSchema,
      },
      ({ request }) =>
        acceptsHtml(request.headers.get('accept'))
          ? answer(page(), 'text/html; charset=utf-8')
          : Response.json(document(), { headers: { Vary: 'Accept' } }),
    ),
    route(
      {
        method: 'GET',
        path: '/api/docs/openapi.json',
        access: 'public',
        tag,
        summary: 'Read the OpenAPI document',
        answer: documentSchema,
      },
      () => Response.json(document()),
    ),
    route(
      {
        method: 'GET',
        path: stylePath,
        access: 'public',
        tag,
        summary: 'Read the style sheet of this page',
        answerType: 'text/css; charset=utf-8',
      },
      () => answer(style, 'text/css; charset=utf-8'),
    ),
  ];
  return routes;
}

function answer(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': type, Vary: 'Accept' },
  });
}

/** Built at the first request: most servers never need it, and a Pi starts sooner. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
