/** What the buttons below messages do; each comes back with the id it was made with. */
export const buttonActions = {
  acknowledge: 'ack',
  mute: 'mute',
  yes: 'join-yes',
  no: 'join-no',
  /** The id is the token of the account that asked. */
  confirm: 'confirm',
} as const;
export type ButtonAction = (typeof buttonActions)[keyof typeof buttonActions];
