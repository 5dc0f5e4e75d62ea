/** Steps of the set-up, in the order in which an operator is led through them. */
export const setupSteps = [
  'messenger',
  /** An alert on one's own phone. */
  'first_alert',
  'timezone',
  'public_url',
  'backup_target',
  'dead_mans_switch',
  'second_factor',
] as const;
export type SetupStep = (typeof setupSteps)[number];
