import type { Command } from 'commander';
import { adminCommand } from './admin.ts';
import { backupCommand } from './backup/command.ts';
import { clusterCommand } from './cluster/command.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/command.ts';
import { extrasCommand } from './extras.ts';
import { firmwareCommand } from './firmware/command.ts';
import { healthCommand } from './health.ts';
import { keysCommand } from './keys.ts';
import { serviceCommand } from './service/command.ts';
import { simulateCommand } from './simulate/command.ts';
import { updateCommand } from './update/command.ts';

/** Commands for programs, and those that are needed once or never: `faiwatch help all` lists them. */
export const rareCommands: ReadonlySet<string> = new Set(['cluster', 'completion', 'health']);

/** All commands but `serve`. */
export function otherCommands(program: Command): Command[] {
  return [
    adminCommand(),
    keysCommand(),
    simulateCommand(),
    backupCommand(),
    clusterCommand(),
    firmwareCommand(),
    extrasCommand(),
    doctorCommand(),
    healthCommand(),
    serviceCommand(),
    updateCommand(),
    completionCommand(program),
  ];
}
