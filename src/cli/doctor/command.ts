import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { findChannelSettings } from '../../installation/channel-settings.ts';
import { type Config, ConfigError } from '../../installation/config.ts';
import { lockPath } from '../../installation/paths.ts';
import { askRunningConfig } from '../../server/running-config.ts';
import { isServerRunning } from '../../store/engine/server-lock.ts';
import { askServer } from '../ask-server.ts';
import { canUse } from '../can-use.ts';
import { findCommandConfig } from '../command-config.ts';
import { printJson } from '../output.ts';
import { checkBackups } from './check-backups.ts';
import { checkBoards } from './check-boards.ts';
import { checkBroker } from './check-broker.ts';
import { checkCardWear } from './check-card-wear.ts';
import { checkChannels } from './check-channels.ts';
import { checkClock } from './check-clock.ts';
import { checkConnections } from './check-connections.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDatabase } from './check-database.ts';
import { checkDeadMansSwitch } from './check-dead-mans-switch.ts';
import { checkDisk } from './check-disk.ts';
import { checkExtras } from './check-extras.ts';
import { checkLine } from './check-line.ts';
import { checkMap } from './check-map.ts';
import { checkMessenger } from './check-messenger.ts';
import { checkMetrics } from './check-metrics.ts';
import { checkPollers } from './check-pollers.ts';
import { checkPorts } from './check-ports.ts';
import { checkRefusals } from './check-refusals.ts';
import { checkServer } from './check-server.ts';
import { type Check, type Finding, findingsOf, type Patient } from './finding.ts';
import { probeMessenger } from './probe-messenger.ts';

/** In the order of the findings: what everything else depends on comes first. */
const checks: readonly Check[] = [
  checkDisk,
  checkDatabase,
  checkServer,
  checkPorts,
  checkClock,
  checkLine,
  checkMessenger,
  (patient) => checkPollers(patient),
  checkChannels,
  checkBroker,
  checkMetrics,
  checkConnections,
  checkBoards,
  checkRefusals,
  checkBackups,
  checkDeadMansSwitch,
  checkCardWear,
  checkMap,
  checkExtras,
];

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the installation, and say how to mend what is wrong')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Each line is a finding: ok, warning or wrong, and the way to mend it. Ends with 1 when something is
wrong. It changes nothing, and may be run while the server runs or not. A server that runs is
judged by what it was started with.

Example:
  sudo faiwatch doctor
`,
    )
    .action(async (options: { data?: string; json?: boolean }) => {
      const findings = await examine(options);
      if (options.json) printJson(findings);
      else for (const finding of findings) process.stdout.write(`${describe(finding)}\n`);
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
    });
}

async function examine(options: { data?: string }): Promise<Finding[]> {
  let config: Config;
  try {
    config = findCommandConfig(options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { wrong } = findingsOf('configuration');
    return [wrong(`The configuration is wrong: ${error.message}.`, 'Correct it there.')];
  }
  const directory = checkDataDirectory({ config });
  // Without the data directory there is nothing to check.
  if (!canUse(config.data)) return directory;
  const patient = await admit(config);
  const findings: Finding[] = [...directory];
  for (const check of checks) findings.push(...(await check(patient)));
  return findings;
}

/** A running server is judged by what it runs with, whatever this shell and the file say. */
async function admit(own: Config): Promise<Patient> {
  const isRunning = existsSync(lockPath(own.data)) && isServerRunning(lockPath(own.data));
  const config = isRunning ? await askRunningConfig(own) : own;
  const bot = findChannelSettings(config, 'telegram')?.settings;
  const nowMs = Date.now();
  const [server, messenger] = await Promise.all([
    isRunning ? askServer(config, nowMs) : null,
    bot === undefined ? null : probeMessenger(bot.api_root, bot.token, Date.now),
  ]);
  return { config, nowMs, isRunning, server, messenger };
}

function describe({ state, check, text, mend }: Finding): string {
  return `${state.padEnd(8)} ${check}: ${text}${mend === null ? '' : ` → ${mend}`}`;
}
