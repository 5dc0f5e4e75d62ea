/** What the buttons below messages do; each comes back with the id it was made with. */
export const buttonActions = {
  acknowledge: 'ack',
  mute: 'mute',
  yes: 'join-yes',
  no: 'join-no',
} as const;
export type ButtonAction = (typeof buttonActions)[keyof typeof buttonActions];
