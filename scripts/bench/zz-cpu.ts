import { openScene } from '/work/main/scripts/bench/lib/scene.ts';
import { fillConsole } from '/work/main/scripts/bench/lib/console-data.ts';
import { startServer } from '/work/main/scripts/bench/lib/server.ts';
import { installTracer, trace } from '/work/main/scripts/bench/lib/paint-trace.ts';
import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [binary, paths = '/admin/keys'] = process.argv.slice(2);
await using scene = await openScene('prof', { devices: 2000, eventsPerDevice: 20 });
fillConsole(scene.databasePath, Date.now());
const server = await startServer({ binary, dataDir: scene.dataDir, env: { FAIWATCH_LOG_LEVEL: 'error', FAIWATCH_ADMIN_PASSWORD: 'of the benchmark' } });
scene.defer(async () => { await server.kill(); await server.removeData(); });
const url = `http://127.0.0.1:${server.http}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic'] });
scene.defer(() => browser.close());
const si = await (await fetch(url + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'admin', password: 'of the benchmark' }) })).json();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.addInitScript(([t, u]: any) => { localStorage.setItem('authToken', t); localStorage.setItem('user', u); localStorage.setItem('language', 'en'); }, [si.token, JSON.stringify(si.user)]);
await installTracer(page);
const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
// main thread alone: ns precision
const mainCpu = () => Math.max(...processInfo.filter((p) => p.type === 'renderer').map((p) => { try { return Number(readFileSync(`/proc/${p.id}/task/${p.id}/schedstat`, 'utf8').split(' ')[0]) / 1e6; } catch { return 0; } }));
const serverCpu = () => Number(readFileSync(`/proc/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
for (const path of paths.split(',')) {
  await page.goto(url + path);
  await page.locator('main table[aria-busy=false] tbody tr').first().waitFor();
  const field = page.locator('main input[type=text]').first();
  const rows: number[][] = [];
  for (const q of Array.from({ length: 9 }, (_, i) => `1${i}`)) {
    await field.fill('1'); await page.waitForTimeout(900);
    const a = mainCpu(), s = serverCpu();
    const ms = await trace(page, { call: path.replace('/admin', '/api'), q, filter: null }, 'keydown', () => page.keyboard.press(q[1]!));
    rows.push([ms, mainCpu() - a, serverCpu() - s]);
  }
  const col = (i: number) => rows.slice(1).map((r) => r[i]!).sort((x, y) => x - y);
  const show = (i: number) => `${col(i)[0]!.toFixed(0)}/${col(i)[4]!.toFixed(0)}`;
  console.log(path, 'min/med: wall', show(0), 'main thread cpu', show(1), 'server main cpu', show(2));
}
