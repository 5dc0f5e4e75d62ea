import { findChannelSettings } from '../../installation/channel-settings.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';
import { callBot } from './probe-messenger.ts';

const { ok, wrong } = findingsOf('two pollers');

/** Time within which a program that was shut out asks again. This service does after ten seconds. */
const comesBackSeconds = 12;

/**
 * Whether another program listens with the same bot. Telegram gives each message to one of them, and a new
 * request ends the other's with 409. So this check listens for a while, to see whether a 409 comes.
 */
export async function checkPollers(
  { config, server, messenger }: Patient,
  waitSeconds = comesBackSeconds,
): Promise<Finding[]> {
  const bot = findChannelSettings(config, 'telegram');
  if (bot === undefined || messenger?.state !== 'reached') return [];
  const { token, api_root: apiRoot } = bot.settings;
  if (server?.kind === 'system') {
    const { state } = server.system.messenger;
    return [state === 'conflict' ? conflict() : ok('No other program uses this bot.')];
  }
  // A server that cannot be asked may be listening, and asking would disturb it.
  if (server !== null) return [];
  // Without an offset nothing is confirmed, so no messages are lost.
  const method = `getUpdates?timeout=${waitSeconds}&limit=1`;
  const answer = await callBot(apiRoot, token, method, waitSeconds * 1000).catch(() => null);
  if (answer === null || (!answer.isOk && answer.status !== 409)) return [];
  const isWebhook = answer.status === 409 && /webhook/i.test(answer.text);
  // A webhook of another program gives 409, too, but the server's start removes it.
  return [answer.status === 409 && !isWebhook ? conflict() : ok('No program uses this bot.')];
}

function conflict(): Finding {
  return wrong(
    'Another program uses the same bot (409), so buttons and commands get lost.',
    'Stop the other program, or give each a bot of its own (@BotFather, /newbot).',
  );
}
