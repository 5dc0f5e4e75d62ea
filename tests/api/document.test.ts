import { describe, expect, test } from 'bun:test';
import { createApp } from '../../src/http/app.ts';
import { makeAppOptions } from '../support/http-world.ts';
import { makeTestMonitor } from '../support/monitor.ts';
import { rules } from './walk-access.ts';
import { findMisfit, readCalls } from './world.ts';

const calls = await readCalls();

describe('the document', () => {
  test('names every call the server has, and no other', () => {
    const { routes } = createApp(makeAppOptions(makeTestMonitor()));
    const mounted = routes
      .filter(({ path }) => path !== '/' && !path.startsWith('/*') && !path.startsWith('/fonts/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(mounted.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
    expect(calls.length).toBeGreaterThan(50);
  });

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s declares who may call it, what it takes and what it answers',
    (_name, { operation, spec }) => {
      expect(Object.keys(rules)).toContain(operation['x-access']);
      const isAnswered = Object.keys(operation.responses).some((status) => Number(status) < 400);
      expect(isAnswered).toBe(true);
      // A body that is read but not described could not be refused.
      if (spec.method === 'GET') expect(spec.body).toBeUndefined();
      const example = operation.requestBody?.content['application/json']?.example;
      if (spec.body !== undefined) expect(spec.body().safeParse(example).error).toBeUndefined();
      const answer = operation.responses['200']?.content?.['application/json'];
      if (spec.answer !== undefined) expect(answer?.example).toBeDefined();
    },
  );

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s has examples that fit, and names no text where JSON is answered',
    (_name, { operation }) => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap(
        (one) => Object.entries(one?.content ?? {}),
      );
      for (const [type, { schema, example }] of contents) {
        if (example !== undefined) expect(findMisfit(schema, example)).toBeUndefined();
        if (/^application\/json\b/.test(type)) expect(schema.type).not.toBe('string');
      }
      for (const { schema, example } of operation.parameters ?? []) {
        if (example !== undefined) expect(findMisfit(schema, example)).toBeUndefined();
      }
    },
  );
});
