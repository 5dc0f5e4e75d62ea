/**
 * 40 connections guess at an operator's password from 1,600 addresses. Who has logged in before gets in,
 * and changes the password.
 */
import { z } from 'zod';
import { ApiClient } from '../e2e/api-client.ts';
import type { Server } from '../e2e/harness.ts';
import { runFault } from './lib/fault.ts';
import { seconds } from './lib/server-health.ts';

const connections = 40;
const households = 1_600;
const lastsMs = 20_000;
const household = '203.0.113.7';
const operator = { username: 'admin', password: 'correct horse battery' };
const answerSchema = z.object({ token: z.string().optional() });

await runFault('Passwords guessed from 1,600 addresses', async (fault, home) => {
  const server = await home.serve({
    env: { FAIWATCH_ADMIN_PASSWORD: operator.password, FAIWATCH_TRUST_PROXY: '1' },
  });
  const first = await logIn(server, operator.password, household);
  fault.expect('the operator logs in', first.status === 200, `${first.status}`);

  const statuses = new Map<number, number>();
  const until = performance.now() + lastsMs;
  let next = 0;
  const guessing = Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      const n = next++ % households;
      const { status } = await logIn(server, `guess ${next}`, `10.${n >> 8}.${n & 255}.1`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Bun.sleep(2_000);

  const entered: number[] = [];
  let refused = 0;
  while (performance.now() < until - 3_000) {
    const { status, ms } = await logIn(server, operator.password, household);
    if (status === 200) entered.push(ms);
    else refused += 1;
    await Bun.sleep(500);
  }
  const slowest = Math.max(...entered);
  fault.expect(
    'the right password gets in within 2 s',
    refused === 0 && entered.length > 0 && slowest < 2_000,
    `${entered.length} times, ${refused} refused, the slowest ${seconds(slowest)}`,
  );
  const newPassword = 'another fine sentence';
  const token = first.token ?? '';
  const changed = await new ApiClient(server, token).post('/api/auth/change-password', {
    currentPassword: operator.password,
    newPassword,
    confirmPassword: newPassword,
  });
  fault.expect('the password can be changed', changed.status === 200, `${changed.status}`);
  await Promise.all(guessing);
  const counts = [...statuses].map(([status, count]) => `${count} with ${status}`).join(', ');
  fault.note('guesses', `${connections} connections, ${households} addresses: ${counts}`);
  const after = await logIn(server, newPassword, household);
  fault.expect('and the new one is taken', after.status === 200, `${after.status}`);
});

async function logIn(server: Server, password: string, address: string) {
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ username: operator.username, password }),
  });
  const { token } = answerSchema.parse(await answer.json());
  return { status: answer.status, token, ms: performance.now() - startedAt };
}
