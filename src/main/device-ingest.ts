import { authenticateDevice } from '../actions/devices/authenticate-device.ts';
import { loseSession } from '../actions/fleet/lose-session.ts';
import { noteRefusal } from '../actions/fleet/note-refusal.ts';
import { openSession } from '../actions/fleet/open-session.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { Ingest } from '../mqtt/ingest.ts';

/** What becomes of messages over MQTT, from the embedded or an external broker. */
export function makeDeviceIngest(monitor: Monitor): Ingest {
  const logLoss = (error: unknown) => {
    monitor.log.error({ err: error }, 'a session change was not stored');
  };
  return {
    authenticate: (deviceId, token) => authenticateDevice(monitor, token, deviceId),
    find: (deviceId) => {
      const device = monitor.fleet.get(deviceId);
      return device?.config.revokedBecause === null ? device : undefined;
    },
    heartbeat(device, beat) {
      monitor.replication?.mustLead();
      return recordHeartbeat(monitor, device, beat, 'mqtt', monitor.clock());
    },
    events(device, events) {
      monitor.replication?.mustLead();
      return recordEvents(monitor, device, events, 'mqtt', monitor.clock());
    },
    sessionOpened: (device) => {
      openSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    sessionLost: (device) => {
      loseSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    refused: (sender, refused) => noteRefusal(monitor, sender, refused),
  };
}
