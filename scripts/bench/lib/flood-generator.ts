/**
 * Repeats one request on some connections as fast as it is answered. It is a process of its own, so that it
 * does not delay the one that measures. It ends when its stdin does, and prints how often each status came.
 *
 *   FLOOD='{"url":…,"method":…,"token":…,"kind":"events"|"search"|"changes","connections":16}' bun …
 */
import { z } from 'zod';

const flood = z
  .object({
    url: z.url(),
    token: z.string(),
    kind: z.enum(['events', 'search', 'changes']),
    connections: z.int(),
  })
  .parse(JSON.parse(process.env['FLOOD'] ?? '{}'));

const statuses = new Map<number, number>();
let isOver = false;
let seq = 0;

function nextRequest(): RequestInit {
  const headers = { Authorization: `Bearer ${flood.token}`, 'Content-Type': 'application/json' };
  switch (flood.kind) {
    case 'search':
      return { headers };
    case 'changes':
      seq += 1;
      return { method: 'PUT', headers, body: JSON.stringify({ siteName: `Site ${seq}` }) };
    case 'events': {
      const events = Array.from({ length: 100 }, () => {
        seq += 1;
        return { boot_id: 'f100d000', seq, type: 'POWER_DOWN', age_ms: 0 };
      });
      return { method: 'POST', headers, body: JSON.stringify({ events }) };
    }
  }
}

async function ask(): Promise<void> {
  while (!isOver) {
    const answer = await fetch(flood.url, nextRequest()).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

for (let n = 0; n < flood.connections; n++) void ask();
for await (const _ of process.stdin) void _;
isOver = true;
console.log(JSON.stringify(Object.fromEntries(statuses)));
process.exit(0);
