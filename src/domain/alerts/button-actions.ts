/** Actions of the buttons below messages; each comes back with the id it was made with. */
export const buttonActions = {
  acknowledge: 'ack',
  mute: 'mute',
  yes: 'join-yes',
  no: 'join-no',
  /** The id is the token of the account that asked. */
  confirm: 'confirm',
  /** The id is an area of the public page. */
  follow: 'follow',
  unfollow: 'unfollow',
} as const;
export type ButtonAction = (typeof buttonActions)[keyof typeof buttonActions];
