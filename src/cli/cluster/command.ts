import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import type { Question } from '../../cluster/ask-nodes.ts';
import { clusterDir, nodeLockPath } from '../../cluster/paths.ts';
import { listReplicatedFiles, writeReplicatedFile } from '../../cluster/replicated-files.ts';
import type {
  ClusterStatus,
  LeadObstacle,
  NodeStanding,
  TakeOver,
} from '../../domain/system/cluster.ts';
import { clusterLogOf } from '../../installation/cluster-log.ts';
import type { Config } from '../../installation/config.ts';
import { backupsDir, databasePath, lockPath, replacedPath } from '../../installation/paths.ts';
import { readClock, realTime } from '../../server/clock.ts';
import { isServerRunning } from '../../store/engine/server-lock.ts';
import { findCommandConfig, loadCommandConfig } from '../command-config.ts';
import { CommandFailed, printJson, printTable } from '../output.ts';

interface DataOption {
  readonly data?: string;
}

/** `faiwatch cluster`: several machines that are one installation. */
export function clusterCommand(): Command {
  const command = new Command('cluster').description('machines that are one installation');
  command.addCommand(statusCommand());
  command.addCommand(stepDownCommand());
  command.addCommand(forgetCommand());
  command.addCommand(joinCommand());
  return command;
}

function statusCommand(): Command {
  return new Command('status')
    .description('show which machine leads, and how far the others are')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit code 0: one machine leads, and all others are ready to.\n')
    .action(async (options: DataOption & { json?: boolean }) => {
      const answers = await ask(findCommandConfig(options), { ask: 'status' });
      if (options.json) printJson(answers);
      else printStatus(answers);
      if (!areWell(answers)) process.exitCode = 1;
    });
}

function stepDownCommand(): Command {
  return new Command('step-down')
    .description('have another machine lead, before an update or a repair')
    .option('--data <dir>', 'data directory')
    .action(async (options: DataOption) => {
      const config = findCommandConfig(options);
      const answers = await ask(config, { ask: 'status' });
      const leader = answers.find(({ role }) => role === 'leading');
      if (leader === undefined) throw new CommandFailed('no machine leads just now');
      if (!answers.some((one) => one !== leader && isReady(one, leader))) {
        throw new CommandFailed(
          'there is no other machine that could lead now: see cluster status',
        );
      }
      await ask(config, { ask: 'step-down' });
      process.stdout.write(`${leader.node} lets another machine lead\n`);
    });
}

function forgetCommand(): Command {
  return new Command('forget')
    .description('leave a machine that is gone for good out of lists and alerts')
    .argument('<node>', 'its name')
    .option('--data <dir>', 'data directory')
    .action(async (node: string, options: DataOption) => {
      const config = findCommandConfig(options);
      const answers = await ask(config, { ask: 'status' });
      if (answers.some((one) => one.node === node)) {
        throw new CommandFailed(`${node} still runs: stop it there first`);
      }
      if (!answers.some(({ nodes }) => nodes.some((one) => one.node === node))) {
        const names = new Set(answers.flatMap(({ nodes }) => nodes.map((one) => one.node)));
        const known = [...names].sort().join(', ');
        throw new CommandFailed(`no machine is called ${node}; there are ${known}`);
      }
      await ask(config, { ask: 'forget', node });
      process.stdout.write(`${node} is forgotten\n`);
    });
}

function joinCommand(): Command {
  return new Command('join')
    .description('move this machine’s own data aside, so that its next start takes the cluster’s')
    .option('--data <dir>', 'data directory')
    .action((options: DataOption) => {
      const config = loadCommandConfig(options);
      requireLog(config);
      const locks = [lockPath(config.data), nodeLockPath(config.data)];
      if (locks.some(isServerRunning)) {
        throw new CommandFailed('the service runs here: stop it first');
      }
      const path = databasePath(config.data);
      const kept = replacedPath(config.data, readClock().wallMs);
      mkdirSync(backupsDir(config.data), { recursive: true, mode: 0o700 });
      for (const part of ['', '-wal', '-shm']) {
        if (existsSync(path + part)) renameSync(path + part, kept + part);
      }
      for (const file of listReplicatedFiles(config.data)) {
        const to = join(`${kept}-files`, file);
        mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
        copyFileSync(join(config.data, file), to);
        chmodSync(to, 0o600);
        // The part that belongs to this machine stays.
        writeReplicatedFile(config.data, file, new Uint8Array(0));
      }
      rmSync(clusterDir(config.data), { recursive: true, force: true });
      const places = [kept, `${kept}-files`].filter((path) => existsSync(path));
      const moved = places.length === 0 ? '' : `; what was here is ${places.join(' and ')}`;
      process.stdout.write(`The next start joins the cluster ${config.cluster_name}${moved}\n`);
    });
}

async function ask(config: Config, question: Question): Promise<readonly ClusterStatus[]> {
  const log = requireLog(config);
  // No other command needs it, nor the client of NATS.
  const { askNodes, NobodyAnswers } = await import('../../cluster/ask-nodes.ts');
  try {
    const answers = await askNodes(log, question, realTime);
    if (answers.length === 0) throw new CommandFailed(`no machine of ${log.name} answers`);
    return answers;
  } catch (error) {
    if (error instanceof NobodyAnswers) throw new CommandFailed(error.message);
    throw error;
  }
}

function requireLog(config: Config) {
  const log = clusterLogOf(config);
  if (log !== null) return log;
  throw new CommandFailed(
    'there is no cluster: the setting "cluster" (FAIWATCH_CLUSTER) names its NATS servers',
    2,
  );
}

function areWell(answers: readonly ClusterStatus[]): boolean {
  const leader = answers.find(({ role }) => role === 'leading');
  if (leader === undefined || !answers.every((one) => isReady(one, leader))) return false;
  return leader.nodes.every(({ node }) => answers.some((answer) => answer.node === node));
}

/** A follower of a busy leader lacks the last entries at any time, and has them a moment later. */
const readyMs = 10_000;

/** Whether this machine leads, or could. */
function isReady(one: ClusterStatus, leader: ClusterStatus): boolean {
  if (one.trouble !== null || obstacleOf(one) !== null) return false;
  if (one.role === 'leading' || one.applied >= leader.logEnd) return true;
  // Without a copy of the database it still joins.
  if (one.applied === 0) return false;
  const known = leader.nodes.find(({ node }) => node === one.node);
  return known !== undefined && known.behindMs < readyMs;
}

function printStatus(answers: readonly ClusterStatus[]): void {
  const [any] = answers;
  if (any === undefined) return;
  const leader = answers.find(({ role }) => role === 'leading');
  const taken = (leader ?? any).lastTakeOver;
  const since =
    taken === null ? '' : ` since ${new Date(taken.at).toISOString()}${describeWhy(taken)}`;
  const who = leader === undefined ? 'no machine leads' : `${leader.node} leads${since}`;
  process.stdout.write(`Cluster ${any.name}: ${who}, term ${(leader ?? any).epoch}\n\n`);
  const said = new Map(answers.map((answer) => [answer.node, answer]));
  printTable(
    ['MACHINE', 'ROLE', 'APPLIED', 'BEHIND', 'ADDRESS', 'VERSION'],
    (leader ?? any).nodes.map((node) => describeNode(node, said.get(node.node))),
  );
  for (const answer of answers) {
    const { node, trouble } = answer;
    const obstacle = obstacleOf(answer);
    // Of a disk, the obstacle says more.
    const isSaidBelow = trouble === 'disk-refuses' && obstacle !== null;
    if (trouble !== null && !isSaidBelow) {
      process.stdout.write(`\n${node}: ${troubleTexts[trouble]}\n`);
    }
    if (obstacle !== null) process.stdout.write(`\n${node}: ${obstacleTexts[obstacle]}\n`);
  }
}

/** Null: it could lead. Older releases do not say. */
function obstacleOf({ node, role, nodes }: ClusterStatus): LeadObstacle | null {
  if (role === 'leading') return null;
  return nodes.find((one) => one.node === node)?.obstacle ?? null;
}

function describeWhy({ node, from, isPlanned }: TakeOver): string {
  if (from == null || isPlanned == null) return '';
  if (from === node) return ', when it was started anew';
  return isPlanned ? `, when ${from} stepped down` : `, when ${from} had fallen silent`;
}

const troubleTexts: Record<NonNullable<ClusterStatus['trouble']>, string> = {
  starting: 'it has just begun, and looks at what the others have',
  'no-data': 'waiting for a machine that has data',
  'no-quorum': 'too few NATS servers answer, so nothing can be stored',
  'log-lost': 'the log lacks what this machine holds; docs/cluster.md says what to do',
  'name-taken': 'another machine has this name, too; give each a cluster_node of its own',
  'disk-refuses': 'its disk takes no writes; while it does not, this machine cannot take the lead',
};

const obstacleTexts: Record<LeadObstacle, string> = {
  'older-release':
    'its release is older than the one that leads, so it cannot take over; update it',
  'no-space':
    'its disk has no room for the copy that is made before the database is brought up to date, so it cannot take over',
  'disk-full': 'its disk is full, so it cannot take over',
  'disk-refuses': 'its disk takes no writes, so it cannot take over',
};

function describeNode(node: NodeStanding, said: ClusterStatus | undefined): string[] {
  return [
    node.node,
    said === undefined ? 'does not answer' : describeRole(said),
    String(said?.applied ?? node.applied),
    `${Math.round(node.behindMs / 1000)} s`,
    node.address ?? '-',
    node.version || '-',
  ];
}

function describeRole({ role, applied }: ClusterStatus): string {
  if (role === 'leading') return 'leads';
  // It still takes everything from the others.
  return applied === 0 ? 'joins' : 'follows';
}
