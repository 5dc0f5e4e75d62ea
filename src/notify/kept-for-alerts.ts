import { kindsByUrgency, messageKinds } from '../domain/alerts/delivery.ts';
import type { NotificationKind } from '../domain/states.ts';
import { type Message, SendError } from './channel.ts';

/**
 * Whether a message goes although little is left of what may be sent: losses of power and their ends
 * always do, and so does what the operator has to mend.
 * @param least the least urgent kind that still goes
 */
export function goesWhenShort(kind: Message['kind'], least: NotificationKind): boolean {
  const isUrgent = kindsByUrgency.indexOf(kind) <= kindsByUrgency.indexOf(least);
  return isUrgent || messageKinds[kind].tells === 'operator';
}

/** @param far what the channel is called */
export function keptForAlerts(far: string): SendError {
  return new SendError(`${far}: kept for alerts, what may be sent is nearly used up`, {
    permanent: true,
  });
}
