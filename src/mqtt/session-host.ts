import type { LiveDevice } from '../actions/fleet/live-device.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { AckBatch } from './ack-batch.ts';
import type { BrokerCounters } from './counters.ts';
import type { HomeDoor } from './home/home-door.ts';
import type { Ingest } from './ingest.ts';
import type { BrokerLimits } from './limits.ts';
import type { RefusalDetails, Session } from './session.ts';
import type { SessionEnd } from './session-end.ts';

/** What a session needs of its broker; one object for all sessions. */
export interface SessionHost {
  readonly limits: BrokerLimits;
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  readonly counters: BrokerCounters;
  readonly acks: AckBatch;
  /** Null: home automations do not come in here. */
  readonly home: HomeDoor | null;
  /** The session has proved to be this device's; an older one gives way. */
  authenticated(session: Session, device: LiveDevice): void;
  /** Something was not taken; the session may go on, or is about to be ended for it. */
  refused(session: Session, code: RefusalCode, details: RefusalDetails): void;
  /** Called once per session. */
  ended(session: Session, how: SessionEnd): void;
  /** A message went to be committed … */
  messageStarted(): void;
  /** … and has been, or has failed. */
  messageDone(): void;
}
