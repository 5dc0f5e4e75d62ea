import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createKeys } from '../actions/keys/create-keys.ts';
import { describeKey } from '../actions/keys/describe-key.ts';
import { renewKey } from '../actions/keys/renew-key.ts';
import { revokeKey } from '../actions/keys/revoke-key.ts';
import { doubtAbout } from '../actions/people/prove-phone.ts';
import { deviceTypeSchema } from '../contract/fleet/device.ts';
import type { DeviceType } from '../domain/devices/device-type.ts';
import { deviceTypes } from '../domain/devices/device-type.ts';
import {
  type KeyFilter,
  keyFilters,
  type PurchaseType,
  purchaseTypes,
} from '../domain/keys/key-lifecycle.ts';
import { commandLine } from '../domain/people/actor.ts';
import { type WordForAccount, wordsForAccount } from '../domain/people/word-for-account.ts';
import { readClock } from '../server/clock.ts';
import { listKeys } from '../store/keys/key-list.ts';
import { readListedKeys } from '../store/keys/keys.ts';
import { withData } from './open-data.ts';
import { printJson, printTable } from './output.ts';
import { phoneNumber } from './phone-number.ts';
import { wholeNumber } from './whole-number.ts';

export function keysCommand(): Command {
  const command = new Command('keys').description('activation keys');
  command.addCommand(createCommand());
  command.addCommand(listCommand());
  command.addCommand(revokeCommand());
  command.addCommand(renewCommand());
  return command;
}

function createCommand(): Command {
  return new Command('create')
    .description('create activation keys and print them')
    .requiredOption('--count <n>', 'how many, 1 to 10000', wholeNumber(1, 10_000))
    .addOption(
      new Option('--type <type>', 'what was bought').choices(purchaseTypes).makeOptionMandatory(),
    )
    .option('--device-type <type>', `board of a bundle: ${deviceTypes.join(', ')}`, deviceType)
    .option('--phone <phone>', 'bind them to the customer with this phone number', phoneNumber)
    .addOption(
      new Option(
        '--account <word>',
        'if a stranger may have typed that number first: vouch: the account is the customer’s; question: end its log-ins and disconnect its chats; ask: create no key',
      ).choices(wordsForAccount),
    )
    .option('--csv <file>', 'write them to a file, one per line below a heading')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  faiwatch keys create --count 10 --type key_only --csv keys.csv\n',
    )
    .action(
      (options: {
        count: number;
        type: PurchaseType;
        deviceType?: DeviceType;
        phone?: string;
        account?: WordForAccount;
        csv?: string;
        data?: string;
        json?: boolean;
      }) =>
        withData(options, ({ store, monitor }) => {
          const now = readClock();
          const order = {
            count: options.count,
            purchaseType: options.type,
            deviceType: options.deviceType ?? null,
            phone: options.phone ?? null,
            account: options.account,
          };
          // Where the file cannot be written, no keys are made that nobody would learn of.
          if (options.csv !== undefined) writeFileSync(options.csv, '', { mode: 0o600 });
          const codes = createKeys(monitor, order, commandLine, now);
          const made = readListedKeys(store, codes).map((key) => describeKey(key, now.wallMs));
          if (options.csv !== undefined) {
            const lines = ['key_code,purchase_type,device_type,price'];
            for (const key of made) {
              lines.push([key.key_code, key.purchase_type, key.device_type, key.price].join(','));
            }
            // The byte-order mark tells spreadsheets that the file is UTF-8.
            writeFileSync(options.csv, `\uFEFF${lines.join('\r\n')}\r\n`, { mode: 0o600 });
          }
          if (options.json) printJson(made);
          else for (const code of codes) process.stdout.write(`${code}\n`);
          const doubt = doubtAbout(store, made[0]?.customer_id ?? null, options.account);
          if (doubt !== null)
            process.stderr.write(`faiwatch: ${doubt.replace('`account`', '--account')}\n`);
        }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('list activation keys, newest first')
    .addOption(new Option('--filter <filter>', 'which keys').choices(keyFilters).default('all'))
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((options: { filter: KeyFilter; data?: string; json?: boolean }) =>
      withData(options, ({ store }) => {
        const { wallMs } = readClock();
        const found = listKeys(store, { filter: options.filter }, wallMs);
        const keys = found.map((key) => describeKey(key, wallMs));
        if (options.json) printJson(keys);
        else
          printTable(
            ['KEY', 'STATUS', 'TYPE', 'PHONE', 'DEVICE', 'EXPIRES'],
            keys.map((key) => [
              key.key_code,
              key.status,
              key.purchase_type,
              key.phone ?? '-',
              key.device_id ?? '-',
              key.expires_at ?? 'not started counting',
            ]),
          );
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key; its device is refused at once')
    .argument('<key>')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((key: string, options: { data?: string; json?: boolean }) =>
      withData(options, ({ monitor }) => {
        const code = revokeKey(monitor, key, commandLine, readClock());
        if (options.json) printJson({ key_code: code, is_active: false });
        else process.stdout.write(`${code}: revoked\n`);
      }),
    );
}

function renewCommand(): Command {
  return new Command('renew')
    .description('renew a key that serves a device')
    .argument('<key>')
    .requiredOption(
      '--months <n>',
      '1, 3, 6, 12, 24, or as many as a new key is good for',
      wholeNumber(1, 1_200),
    )
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((key: string, options: { months: number; data?: string; json?: boolean }) =>
      withData(options, ({ monitor }) => {
        const renewed = renewKey(monitor, key, options.months, commandLine, readClock());
        const expiresAt = new Date(renewed.expiresAt).toISOString();
        if (options.json) printJson({ key_code: renewed.keyCode, expires_at: expiresAt });
        else process.stdout.write(`${renewed.keyCode}: valid until ${expiresAt}\n`);
      }),
    );
}

function deviceType(text: string): DeviceType {
  const result = deviceTypeSchema.safeParse(text);
  if (!result.success) throw new InvalidArgumentError(`must be one of ${deviceTypes.join(', ')}`);
  return result.data;
}
