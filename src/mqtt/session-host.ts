import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { AckBatch } from './ack-batch.ts';
import type { BrokerCounters } from './counters.ts';
import type { Ingest } from './ingest.ts';
import type { BrokerLimits } from './limits.ts';
import type { Session } from './session.ts';
import type { SessionEnd } from './session-end.ts';
import type { SessionStream } from './session-stream.ts';

/** What a session needs of its broker; one object for all sessions. */
export interface SessionHost {
  readonly limits: BrokerLimits;
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  readonly counters: BrokerCounters;
  readonly acks: AckBatch;
  /** Gives a connection to aedes once its CONNECT packet has arrived. */
  startEngine(stream: SessionStream): void;
  /** A session is about to be ended for a rule it broke. */
  refused(session: Session, reason: string, details: object): void;
  /** Called once per session. */
  ended(session: Session, how: SessionEnd): void;
  /** A message went to be committed … */
  messageStarted(): void;
  /** … and has been, or has failed. */
  messageDone(): void;
}
