import { z } from 'zod';
import { shape } from '../../contract/shape.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { acceptsHtml } from '../engine/content-negotiation.ts';
import { type Route, type RouteSpec, route } from '../engine/route.ts';
import { answerStored, storeText } from '../engine/stored-answer.ts';
import { describeApi, writeDocument } from './openapi.ts';
import { renderReference } from './page.ts';

const tag = 'Reference';
/** The part that every OpenAPI document has; the rest is its own standard's matter. */
const documentSchema = shape(() =>
  z.looseObject({ openapi: z.string().meta({ examples: ['3.1.1'] }) }),
);

/** Kept by browsers, and asked for again by its tag: another release has another one. */
const kept = { cacheControl: 'no-cache', vary: 'Accept' };
const otherAnswers = { 304: 'It is what `If-None-Match` names' };

/**
 * The reference of all calls: a page for people, an OpenAPI document for machines. Each is made when it is first asked
 * for, in steps, and kept in all its forms: most servers never need it, and a Pi starts sooner.
 * @param specs of every other call
 */
export function referenceRoutes(
  specs: readonly RouteSpec[],
  {
    version,
    publicUrl,
    referenceTemplate,
    monitor: { turns },
  }: Pick<ApiContext, 'version' | 'publicUrl' | 'referenceTemplate' | 'monitor'>,
): Route[] {
  const made = once(async () => {
    const document = await turns.take(describeApi([...specs, ...routes], version, publicUrl));
    const [json, page] = [
      await turns.take(writeDocument(document)),
      await turns.take(renderReference(document, referenceTemplate())),
    ];
    return {
      document: await storeText(json, { ...kept, contentType: 'application/json;charset=utf-8' }),
      page: await storeText(page, { ...kept, contentType: 'text/html; charset=utf-8' }),
    };
  });
  const common = { method: 'GET', access: 'public', cost: 'kept', tag, otherAnswers } as const;
  const routes: Route[] = [
    route(
      {
        ...common,
        path: '/api/docs',
        summary: 'Read this reference',
        description: 'A browser gets the page, everybody else the OpenAPI document.',
        answer: documentSchema,
      },
      async ({ request: { headers } }) => {
        const { page, document } = await made();
        return answerStored(acceptsHtml(headers.get('accept')) ? page : document, headers);
      },
    ),
    route(
      {
        ...common,
        path: '/api/docs/openapi.json',
        summary: 'Read the OpenAPI document',
        answer: documentSchema,
      },
      async ({ request }) => answerStored((await made()).document, request.headers),
    ),
  ];
  return routes;
}

/** The document that was made at the first call, or is being made. A failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
