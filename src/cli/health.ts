import { Command } from 'commander';
import { callOut } from '../outbound/call-out.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { askRunningConfig } from '../server/running-config.ts';
import { localAddress } from './ask-server.ts';
import { loadCommandConfig } from './command-config.ts';
import { CommandFailed, printJson } from './output.ts';

const timeoutMs = 5_000;

export function healthCommand(): Command {
  return new Command('health')
    .description('ask the running service whether it can do its work; exit 0: yes, 1: no')
    .option('--data <dir>', 'data directory of the service')
    .option(
      '--url <url>',
      'address of the service (default: the one that runs on the data directory)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
For a container's health check, a load balancer, or a script.

Example:
  faiwatch health --url http://127.0.0.1:8080
`,
    )
    .action(async (options: { data?: string; url?: string; json?: boolean }) => {
      const url = new URL('/readyz', options.url ?? (await findOwnUrl(options)));
      const problem = await ask(url);
      if (options.json) printJson({ ready: problem === null, url: url.href, problem });
      else if (problem === null) process.stdout.write('ready\n');
      if (problem !== null) throw new CommandFailed(`${url.href}: ${problem}`);
    });
}

async function findOwnUrl(options: { readonly data?: string }): Promise<string> {
  return localAddress(await askRunningConfig(loadCommandConfig(options)));
}

/** @returns what is wrong. Null: nothing */
async function ask(url: URL): Promise<string | null> {
  try {
    const { isOk, status } = await callOut(url, {
      timeoutMs,
      // On the same machine, the certificate for the public name is not checked.
      tls: { rejectUnauthorized: !['127.0.0.1', 'localhost'].includes(url.hostname) },
    });
    return isOk ? null : `it answers ${status}`;
  } catch (error) {
    return error instanceof OutboundError && error.reason === 'timeout'
      ? 'it does not answer in time'
      : 'it cannot be reached';
  }
}
