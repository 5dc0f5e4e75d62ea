/** What a new installation lacks, in the order in which an operator is led through it. */
export const setupSteps = [
  'messenger',
  'timezone',
  'public_url',
  'backup_target',
  'second_factor',
] as const;
export type SetupStep = (typeof setupSteps)[number];
