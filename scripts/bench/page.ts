/**
 * JavaScript of the landing page, gzipped, as a browser fetches it before the page is usable.
 *
 *   node_modules/.bin/bun scripts/bench/page.ts [--binary dist/faiwatch]
 *
 * Asked of the running server, page first, then every script it names and every one those import.
 */
import { type BenchOptions, type BenchReport, runBench } from './lib/bench.ts';
import { formatTable } from './lib/report.ts';
import { openScene } from './lib/scene.ts';
import { startServer } from './lib/server.ts';

const goalKb = 115;

async function page({ binary }: BenchOptions): Promise<BenchReport> {
  await using scene = await openScene('page', { devices: 1 });
  const server = await startServer({
    binary,
    dataDir: scene.dataDir,
    env: { FAIWATCH_LOG_LEVEL: 'error' },
  });
  scene.defer(() => server.stop());
  const origin = `http://127.0.0.1:${server.http}`;

  const html = await (await fetch(`${origin}/`)).text();
  const waiting = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1] ?? '');
  const sizes = new Map<string, number>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const answer = await fetch(origin + path, {
      headers: { 'Accept-Encoding': 'gzip' },
      decompress: false,
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.headers.get('content-encoding') !== 'gzip')
      throw new Error(`${path} is not gzipped`);
    sizes.set(path, bytes.length);
    const source = new TextDecoder().decode(Bun.gunzipSync(bytes));
    for (const { kind, path: target } of new Bun.Transpiler({ loader: 'js' }).scanImports(source)) {
      if (kind === 'import-statement') waiting.push(new URL(target, origin + path).pathname);
    }
  }
  if (sizes.size === 0) throw new Error('The page names no script');
  const totalKb = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
  return {
    title: 'Landing page',
    method:
      'The scripts that / names and what these import, as the server sends them to a browser that ' +
      'accepts gzip; what is loaded later, on demand, is not counted.',
    findings: [
      {
        what: 'JavaScript of the landing page, gzipped',
        goal: `≤ ${goalKb} kB`,
        measured: `${totalKb.toFixed(0)} kB`,
        isMet: totalKb <= goalKb,
      },
    ],
    table: formatTable(['script', 'bytes gzipped'], [...sizes]),
  };
}

if (import.meta.main) await runBench(page);
