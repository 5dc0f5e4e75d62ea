/** Serves the files of a folder over https, as a web server with releases does; prints its address. */
import { join, normalize } from 'node:path';

const [folder = '.', cert = '', key = ''] = process.argv.slice(2);
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  tls: { cert: Bun.file(cert), key: Bun.file(key) },
  async fetch(request) {
    const file = Bun.file(join(folder, normalize(new URL(request.url).pathname)));
    return (await file.exists()) ? new Response(file) : new Response('', { status: 404 });
  },
});
console.log(server.url.href.replace(/\/$/, ''));
