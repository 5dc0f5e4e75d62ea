import type { SetupAnswer } from '../../../../src/contract/system/setup.ts';
import type { SetupStep } from '../../../../src/domain/system/setup-steps.ts';

export const stepTitles = {
  messenger: 'setup.messenger.title',
  first_alert: 'setup.first_alert.title',
  timezone: 'setup.timezone.title',
  public_url: 'setup.public_url.title',
  backup_target: 'setup.backup_target.title',
  dead_mans_switch: 'setup.dead_mans_switch.title',
  second_factor: 'setup.second_factor.title',
} as const satisfies Record<SetupStep, string>;

/** The steps that are neither done nor put away, in order. */
export function listLeft({ steps }: SetupAnswer): SetupStep[] {
  return steps
    .filter(({ is_done: isDone, is_dismissed: isAway }) => !isDone && !isAway)
    .map(({ step }) => step);
}
