/**
 * A process of its own beside another one, on one database file. Each line on stdin is an array of jobs
 * to be done one after the other; it is answered by one line with the array of their outcomes.
 *
 * bun tests/concurrency/racer.ts DATABASE
 */
import { createInterface } from 'node:readline';
import { enrolDevice } from '../../src/actions/devices/enrol-device.ts';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import { bindKey } from '../../src/actions/keys/bind-key.ts';
import { deleteKeys } from '../../src/actions/keys/delete-keys.ts';
import { renewKey } from '../../src/actions/keys/renew-key.ts';
import { revokeKey } from '../../src/actions/keys/revoke-key.ts';
import { transferKey } from '../../src/actions/keys/transfer-key.ts';
import { AppError } from '../../src/domain/errors.ts';
import { makeTestMonitor, openTestStore } from '../support/monitor.ts';
import type { Job, Outcome } from './jobs.ts';

const [, , path = ''] = process.argv;
const monitor = makeTestMonitor({ store: openTestStore(path) });
const actor = { name: 'racer', address: null };
loadFleet(monitor, monitor.clock());

function act(job: Job): void {
  const now = monitor.clock();
  switch (job.do) {
    case 'enrol': {
      const { key, phone, deviceId } = job;
      const enrolment = {
        device_id: deviceId,
        activation_key: key,
        phone,
        device_type: 's2-mini',
        firmware_version: '1.0.0',
      } as const;
      enrolDevice(monitor, enrolment, now);
      break;
    }
    case 'bind':
      bindKey(monitor, job.key, { phone: job.phone }, actor, now);
      break;
    case 'transfer':
      transferKey(monitor, job.key, { customerId: job.customerId }, actor, now);
      break;
    case 'renew':
      renewKey(monitor, job.key, job.months, actor, now);
      break;
    case 'revoke':
      revokeKey(monitor, job.key, actor, now);
      break;
    case 'delete':
      deleteKeys(monitor, job.keys, actor, now);
  }
}

function outcomeOf(job: Job): Outcome {
  try {
    act(job);
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const jobs: readonly Job[] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(jobs.map(outcomeOf))}\n`);
}
