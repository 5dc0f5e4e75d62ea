import { beforeEach, describe, expect, test } from 'bun:test';
import { beat } from '../../../tests/support/beats.ts';
import {
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { findDeviceRow } from '../../store/fleet/device-changes.ts';
import { readVitalsOf } from '../../store/fleet/vitals.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { flushVitals } from '../fleet/flush-vitals.ts';
import { type LiveDevice, noVitals } from '../fleet/live-device.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { createKeys } from '../keys/create-keys.ts';
import { enrolDevice } from './enrol-device.ts';
import { releaseDevice } from './release-device.ts';

let monitor: TestMonitor;
let device: LiveDevice;

beforeEach(async () => {
  monitor = makeTestMonitor();
  device = makeDevice(monitor);
  const said = beat({ rssi: -61, ssid: 'home of the former owner', voltage: 5, battery_level: 80 });
  await recordHeartbeat(monitor, device, said, 'http', monitor.clock());
  flushVitals(monitor);
});

const release = () => releaseDevice(monitor, device.deviceId, testActor, monitor.clock());

describe('a released device', () => {
  test('shows its next owner no reading from before', async () => {
    release();
    const phone = '+66812340000';
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
    const [activation_key = ''] = createKeys(monitor, order, testActor, monitor.clock());
    const enrolment = {
      device_id: device.deviceId,
      activation_key,
      phone,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    } as const;
    enrolDevice(monitor, enrolment, monitor.clock());
    await recordHeartbeat(monitor, device, beat({ seq: 2 }), 'http', monitor.clock());
    expect(findCustomer(monitor.store, device.config.customerId ?? 0)?.phone).toBe(phone);
    expect(device.vitals).toEqual(noVitals);
  });

  test('has no readings in its rows either, should the server stop before the next flush', () => {
    release();
    const { ssid, sleep, ...measured } = noVitals;
    expect(findDeviceRow(monitor.store, device.deviceId)).toMatchObject({ ssid, sleep });
    expect(readVitalsOf(monitor.store, device.row)).toMatchObject({
      deviceRow: device.row,
      ...measured,
    });
  });
});
