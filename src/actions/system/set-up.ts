import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { type SetupStep, setupSteps } from '../../domain/system/setup-steps.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';

/** The steps that an operator has put away. */
export function readDismissed({ store }: Pick<Monitor, 'store'>): ReadonlySet<SetupStep> {
  const names = (readMeta(store, 'setup_dismissed') ?? '').split(' ');
  return new Set(setupSteps.filter((step) => names.includes(step)));
}

/** Puts a step of the set-up away, or brings it back. */
export function dismissStep(
  { store }: Pick<Monitor, 'store'>,
  { step, isDismissed }: { readonly step: SetupStep; readonly isDismissed: boolean },
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const before = readDismissed({ store });
    if (before.has(step) === isDismissed) return;
    const after = setupSteps.filter((one) => (one === step ? isDismissed : before.has(one)));
    writeMeta(store, 'setup_dismissed', after.join(' '));
    const action = isDismissed ? 'setup.dismiss' : 'setup.bring-back';
    writeAudit(store, { actor, action, subject: step }, now.wallMs);
  });
}
