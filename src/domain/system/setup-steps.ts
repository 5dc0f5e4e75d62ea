/** What a new installation lacks, in the order in which an operator is led through it. */
export const setupSteps = [
  'messenger',
  'timezone',
  'public_url',
  'backup_target',
  'dead_mans_switch',
  'second_factor',
] as const;
export type SetupStep = (typeof setupSteps)[number];
