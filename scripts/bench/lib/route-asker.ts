/**
 * Makes calls many times at once, in a process of its own, so that reading the answers does not delay the one that
 * measures. Each line of stdin is a call; a line of stdout says how often each status came. It ends when its stdin
 * does.
 */
import { readLines } from './child-lines.ts';
import { askedSchema } from './route-flood.ts';

/** A stream never ends, and an answer that took longer would be a finding of its own, in ms. */
const longestMs = 10_000;

async function ask({ url, method, headers, body }: ReturnType<typeof askedSchema.parse>) {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body !== null && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) await answer.body?.cancel();
    else await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

for await (const line of readLines(Bun.stdin.stream())) {
  const call = askedSchema.parse(JSON.parse(line));
  const statuses = await Promise.all(Array.from({ length: call.times }, () => ask(call)));
  const counts = Map.groupBy(statuses, (status) => status);
  console.log(
    JSON.stringify(Object.fromEntries([...counts].map(([status, all]) => [status, all.length]))),
  );
}
