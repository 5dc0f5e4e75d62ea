import type { LiveDevice } from '../actions/fleet/live-device.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { BrokerCounters } from './counters.ts';
import type { GuestDoor } from './guest-door.ts';
import type { Ingest } from './ingest.ts';
import type { BrokerLimits } from './limits.ts';
import type { AckBatch } from './outgoing.ts';
import type { RefusalDetails, Session } from './session.ts';
import type { SessionEnd } from './session-end.ts';

/** The services of the broker for its sessions, in one object for all of them. */
export interface SessionHost {
  readonly limits: BrokerLimits;
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  readonly counters: BrokerCounters;
  readonly acks: AckBatch;
  /** Doors for clients that are no boards. */
  readonly guests: readonly GuestDoor[];
  /** Whether clients are admitted now. */
  readonly available: () => boolean;
  /** Called when a session has authenticated as this device. An older session ends. */
  authenticated(session: Session, device: LiveDevice): void;
  /** Called when a client, a device or a guest, was let in. */
  opened(session: Session): void;
  /** Called when a message was refused. The session may go on, or is about to end for it. */
  refused(session: Session, code: RefusalCode, details: RefusalDetails): void;
  /** Called once per session. */
  ended(session: Session, how: SessionEnd): void;
  /** Called when the commit of a message begins. */
  messageStarted(): void;
  /** Called when that commit has succeeded or failed. */
  messageDone(): void;
}
