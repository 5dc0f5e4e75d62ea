import { Command, InvalidArgumentError, Option } from 'commander';
import { compileHotCode } from '../../server/compile-hot-code.ts';
import { CommandFailed } from '../output.ts';
import { phoneNumber } from '../phone-number.ts';
import { wholeNumber } from '../whole-number.ts';
import { findSimdevice } from './firmware-fleet.ts';
import {
  OutageOptionError,
  type OutageOrder,
  outageKindTexts,
  parseOutageOption,
} from './outage-option.ts';
import { printSummary, printSummaryJson } from './summary.ts';

interface SimulateOptions {
  readonly devices: number;
  readonly firmware?: string | true;
  readonly server: readonly [URL, ...URL[]];
  readonly mqtt?: string;
  readonly http?: boolean;
  readonly outage: readonly OutageOrder[];
  readonly duration?: number;
  readonly interval?: number;
  readonly seed?: string;
  readonly keys?: string;
  readonly data?: string;
  readonly phone?: string;
  readonly json?: boolean;
}

const kindsHelp = Object.entries(outageKindTexts)
  .map(([kind, text]) => `  ${kind.padEnd(14)}${text}`)
  .join('\n');

/** `faiwatch simulate`: runs devices against a real server, and checks that it saw what happened. */
export function simulateCommand(): Command {
  return new Command('simulate')
    .description('run virtual devices against a server and check what it recorded')
    .requiredOption('--devices <n>', 'how many, 1 to 20000', wholeNumber(1, 20_000))
    .addOption(
      new Option(
        '--server <url>',
        "the server's address: http://localhost:8080; repeatable, for all machines of a cluster",
      )
        .argParser(collectServer)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--mqtt <url>', 'the broker (default: where the server says)')
        .argParser(parseMqttUrl)
        .conflicts('http'),
    )
    .option('--http', 'heartbeats and reports over HTTP instead of MQTT')
    .addOption(
      new Option('--outage <outage>', 'KIND[:COUNT|:PERCENT%][@START[+DURATION]]; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--firmware [simdevice]',
        'devices are boards with the real firmware, by this program (default: simdevice beside this one)',
      ).conflicts(['mqtt', 'interval']),
    )
    .option('--duration <s>', 'seconds (default: until the outages are over)', seconds)
    .option('--interval <s>', 'seconds between heartbeats (default: as the server says)', seconds)
    .option('--seed <text>', 'the same seed repeats ids and moments (default: random)')
    .option('--keys <file>', 'activation keys, one per line, or the CSV of keys create')
    .option('--data <dir>', "the server's data directory: for keys, and to compare")
    .option('--phone <phone>', 'customer of all devices (default: invented ones)', phoneNumber)
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Outages:
${kindsHelp}

START counts from the moment all devices are online; both times are seconds, or 90s, 1.5m.

At the end the summary says what happened and what the server recorded; exit code 0: the same,
1: not. Afterwards the server will find the devices silent, for they are gone.

Examples:
  faiwatch simulate --devices 20 --server http://localhost:8080 --outage mains:3@10+60 --outage network@20
  faiwatch simulate --devices 1000 --server http://localhost:8080 --outage area:50%@30+90 --seed storm
  faiwatch simulate --devices 1000 --server http://localhost:8080 --firmware --outage area:50%@30+90
`,
    )
    .action(async (options: SimulateOptions) => {
      if (options.firmware !== undefined && options.server.length > 1) {
        throw new CommandFailed(
          'boards with firmware hear of the other servers from the first: name one',
          2,
        );
      }
      // Loaded only here, because the program is started much more often as a server.
      const { runSimulation } = await import('./run-simulation.ts');
      compileHotCode();
      const summary = await runSimulation(
        {
          devices: options.devices,
          firmware: findFirmware(options.firmware),
          servers: options.server,
          mqttUrl: options.mqtt ?? null,
          transport: options.http ? 'http' : 'mqtt',
          outages: options.outage,
          durationMs: options.duration === undefined ? null : options.duration * 1000,
          intervalMs: options.interval === undefined ? null : options.interval * 1000,
          seed: options.seed ?? crypto.randomUUID().slice(0, 8),
          keysFile: options.keys ?? null,
          data: options.data,
          phone: options.phone ?? null,
        },
        {
          write: (text) => void process.stderr.write(text),
          isTerminal: process.stderr.isTTY === true,
        },
        abortOnInterrupt(),
      );
      if (options.json) printSummaryJson(summary);
      else printSummary(summary);
      const { outcome } = summary;
      if ('comparison' in outcome && outcome.comparison.differences.length > 0) {
        process.exitCode = 1;
      }
    });
}

/** Ctrl-C ends the simulation with its summary; a second one ends at once. */
function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller.signal;
}

function collect(text: string, before: readonly OutageOrder[]): OutageOrder[] {
  try {
    return [...before, parseOutageOption(text)];
  } catch (error) {
    if (error instanceof OutageOptionError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function findFirmware(option: string | true | undefined): string | null {
  if (option === undefined) return null;
  return findSimdevice(option === true ? null : option);
}

function collectServer(text: string, before: readonly URL[] | undefined): URL[] {
  return [...(before ?? []), parseServer(text)];
}

function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('must be an address such as http://localhost:8080');
  }
  return url;
}

function parseMqttUrl(text: string): string {
  if (!URL.canParse(text) || !/^(mqtts?|wss?):$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('must be an address such as mqtt://localhost:1883');
  }
  return text;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || value > 86_400) {
    throw new InvalidArgumentError('must be a number of seconds, at most 86400');
  }
  return value;
}
