import { Command, Option } from 'commander';
import { createAdmin, resetAdminPassword } from '../actions/people/create-admin.ts';
import { commandLine } from '../domain/people/actor.ts';
import { generatePassword } from '../domain/people/password.ts';
import { type OperatorRole, operatorRoles } from '../domain/states.ts';
import { readClock } from '../server/clock.ts';
import { listAdmins } from '../store/people/admins.ts';
import { listPasskeys } from '../store/people/second-factors.ts';
import { withData } from './open-data.ts';
import { printJson, printTable } from './output.ts';

interface AdminOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly passwordStdin?: boolean;
}

interface CreateOptions extends AdminOptions {
  readonly role?: OperatorRole;
}

export function adminCommand(): Command {
  const command = new Command('admin').description('operators of the console');
  command
    .command('create')
    .description('create an operator; prints a random password unless one is given')
    .argument('<name>')
    .option('--data <dir>', 'data directory')
    .addOption(
      new Option(
        '--role <role>',
        'what they may do; left out: owner for the first, support for others',
      ).choices(operatorRoles),
    )
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print JSON')
    .action((name: string, options: CreateOptions) =>
      withData(options, async ({ store }) => {
        const { password, isGenerated } = await choosePassword(options);
        const given = { username: name, password, role: options.role };
        const role = await createAdmin({ store }, given, commandLine, readClock());
        if (!options.json) process.stdout.write(`${name}: ${role}\n`);
        printPassword(name, password, isGenerated, options);
      }),
    );
  command
    .command('reset-password')
    .description(
      'give an operator a new password, take their second factor away, end their sessions',
    )
    .argument('<name>')
    .option('--data <dir>', 'data directory')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print JSON')
    .action((name: string, options: AdminOptions) =>
      withData(options, async ({ store }) => {
        const { password, isGenerated } = await choosePassword(options);
        await resetAdminPassword({ store }, name, password, commandLine, readClock());
        printPassword(name, password, isGenerated, options);
      }),
    );
  command
    .command('list')
    .description('list the operators')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((options: AdminOptions) =>
      withData(options, ({ store }) => {
        const admins = listAdmins(store).map(
          ({ id, username, role, totpConfirmedAt, createdAt }) => ({
            id,
            username,
            operator_role: role,
            totp: totpConfirmedAt !== null,
            passkeys: listPasskeys(store, id).length,
            created_at: new Date(createdAt).toISOString(),
          }),
        );
        if (options.json) printJson(admins);
        else {
          printTable(
            ['USERNAME', 'ROLE', 'SECOND FACTOR', 'CREATED'],
            admins.map((admin) => [
              admin.username,
              admin.operator_role,
              describeFactors(admin),
              admin.created_at,
            ]),
          );
        }
      }),
    );
  return command;
}

function describeFactors({ totp, passkeys }: { totp: boolean; passkeys: number }): string {
  const keys = passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`;
  return [totp ? 'app' : '', passkeys > 0 ? keys : ''].filter(Boolean).join(', ') || 'none';
}

async function choosePassword(
  options: AdminOptions,
): Promise<{ password: string; isGenerated: boolean }> {
  if (!options.passwordStdin) {
    const password = generatePassword((n) => crypto.getRandomValues(new Uint8Array(n)));
    return { password, isGenerated: true };
  }
  const text = await Bun.stdin.text();
  return { password: text.replace(/\r?\n$/, ''), isGenerated: false };
}

function printPassword(
  username: string,
  password: string,
  isGenerated: boolean,
  options: AdminOptions,
): void {
  if (options.json) {
    printJson(isGenerated ? { username, password } : { username });
    return;
  }
  process.stdout.write(
    isGenerated
      ? `${username}  ${password}\nIt is shown only now.\n`
      : `${username}: password set\n`,
  );
}
