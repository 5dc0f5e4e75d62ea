/** A wrong method is told so, with the right ones; found by asking, not by reading the table again. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpWorld, refused } from '../support/http-world.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Call, readCalls } from './world.ts';

const everyMethod = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const world = new HttpWorld({ spa: { distDir: makePages(), publicUrl: undefined } });
const calls = await readCalls();
const paths = new Set(calls.map(addressOf));

test.each([...paths])('%s says which methods it takes', async (path) => {
  const isHere = (call: { path: string }) =>
    new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const declared = new Set(calls.filter(isHere).map(({ method }) => method));
  const allowed = [...declared, 'OPTIONS', ...(declared.has('GET') ? ['HEAD'] : [])].sort();
  const readAllow = (headers: Headers) => headers.get('allow')?.split(', ').sort();
  for (const method of everyMethod.filter((name) => !declared.has(name))) {
    const answer = await world.call(method, path);
    expect(answer).toMatchObject(refused(405, 'METHOD_NOT_ALLOWED'));
    expect(readAllow(answer.headers)).toEqual(allowed);
  }
  const options = await world.call('OPTIONS', path);
  expect({ status: options.status, allow: readAllow(options.headers), text: options.text }).toEqual(
    {
      status: 204,
      allow: allowed,
      text: '',
    },
  );
});

test('a page is only read; what is nowhere is nowhere by any method', async () => {
  expect(await world.post('/')).toMatchObject(refused(405, 'METHOD_NOT_ALLOWED'));
  for (const method of everyMethod) {
    expect(await world.call(method, '/api/nothing')).toMatchObject(refused(404, 'NOT_FOUND'));
  }
});

test('what is no id of anything is nowhere', async () => {
  const path = '/api/customer/planned-times/none';
  expect(await world.post(path)).toMatchObject(refused(404, 'NOT_FOUND'));
});

/** With the examples of the document. */
function addressOf({ path, operation }: Call): string {
  const { parameters = [] } = operation;
  return path.replaceAll(/\{(\w+)\}/g, (_, wanted: string) => {
    const { example } = parameters.find(({ name }) => name === wanted) ?? {};
    return String(example);
  });
}

/** As little as a build of the pages may be. */
function makePages(): string {
  const dir = tempDir('pages');
  for (const name of ['index.html', 'app.html']) writeFileSync(join(dir, name), '<p>FaiWatch</p>');
  writeFileSync(join(dir, 'routes.json'), '{"index.html":["/"],"app.html":[]}');
  writeFileSync(join(dir, 'inline.json'), '{}');
  return dir;
}
