import { expect, test } from 'bun:test';
import { z } from 'zod';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { finish } from '../../domain/steps.ts';
import { describeApi } from './openapi.ts';
import { renderReference } from './page.ts';

const world = new HttpWorld();
const asBrowser = new Request('http://localhost/api/docs', {
  headers: { Accept: 'text/html,application/xhtml+xml' },
});

test('a browser gets a page with every call, in chapters, which needs no script and nothing foreign', async () => {
  const answer = await world.app.handle(asBrowser);
  const page = await answer.text();
  expect(answer.headers.get('content-type')).toStartWith('text/html');
  const { body } = await world.get('/api/docs/openapi.json');
  for (const path of Object.keys(body.paths)) expect(page).toContain(`>${path}</code>`);
  expect(page.match(/<details[^>]* data-chapter/g)).toHaveLength(body.tags.length);
  expect(page.match(/<script|<style|\bstyle=|(src|href)="(?![/#])[^"]*/g)).toBeNull();
});

test('everybody else gets the OpenAPI document', async () => {
  const { body, headers } = await world.get('/api/docs');
  expect(body.openapi).toBe('3.1.1');
  expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
});

test('it is made once, compressed once, and not sent to whoever has it', async () => {
  const world = new HttpWorld();
  let steps = 0;
  const { next } = world.monitor.turns;
  world.monitor.turns.next = () => {
    steps += 1;
    return next.call(world.monitor.turns);
  };
  const ask = (headers: Record<string, string>) =>
    world.app.handle(new Request('http://localhost/api/docs', { headers }));
  // However many ask first, it is made once, with a turn of the event loop for each of its parts.
  const encodings = ['gzip', 'br', 'identity', 'gzip', 'br', 'identity'];
  const answers = await Promise.all(encodings.map((one) => ask({ 'Accept-Encoding': one })));
  const made = steps;
  expect(made).toBeGreaterThan(300);
  const sizes = await Promise.all(answers.map(async (one) => (await one.bytes()).length));
  expect(sizes.slice(0, 3)).toEqual(sizes.slice(3));
  expect(sizes[0]).toBeLessThan((sizes[2] ?? 0) / 8);
  const tags = answers.map(({ headers }) => headers.get('etag'));
  expect(new Set(tags).size).toBe(3);
  for (const [index, encoding] of encodings.entries()) {
    const again = await ask({ 'Accept-Encoding': encoding, 'If-None-Match': tags[index] ?? '' });
    expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
  }
  expect((await world.app.handle(asBrowser)).status).toBe(200);
  expect(steps).toBe(made);
});

test('words and shapes are shown as they are, not as markup', () => {
  const spec = {
    method: 'POST',
    path: '/api/x/:id',
    access: 'viewer',
    tag: 'Reference',
    summary: 'Do "this" & <b>that</b>',
    params: () => z.strictObject({ id: z.string() }),
    body: () =>
      z.strictObject({
        a: z.int().min(1).max(9).nullable(),
        b: z.array(z.object({ c: z.boolean() })),
      }),
    answer: () => z.object({ ok: z.literal(true) }),
  } as const;
  const page = finish(renderReference(finish(describeApi([spec], '1.0.0'))));
  expect(page).toContain('Do &quot;this&quot; &amp; &lt;b&gt;that&lt;/b&gt;');
  expect(page).toContain('>/api/x/{id}</code>');
  expect(page).toContain('<code>b[].c</code>');
  expect(page).toContain('whole number, 1 to 9 or null');
  expect(page).not.toContain('<b>that');
});
