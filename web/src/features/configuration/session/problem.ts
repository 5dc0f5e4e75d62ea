/** Everything that can go wrong. */
export type ProblemCode =
  /** The visitor chose no port. */
  | 'no_port'
  /** Connection failed: another program has the port. */
  | 'port_busy'
  /** Connection failed, for any other reason. */
  | 'connect_failed'
  | 'cannot_read'
  | 'no_data'
  | 'read_error'
  | 'send_failed'
  | 'not_connected'
  | 'connect_first'
  | 'fill_wifi'
  | 'no_response'
  /** The board answered before, but not to this line. */
  | 'no_answer'
  /** The board does not take a value. */
  | 'refused'
  /** The board would have to send its key unencrypted, which nobody has allowed. */
  | 'not_encrypted'
  /** The board cannot store. */
  | 'storage_failed'
  /** The board disappeared in the middle of something. */
  | 'port_lost'
  /** The board disappeared after it was configured and did not come back. */
  | 'not_back'
  /** The board stored something other than what was sent. */
  | 'stored_other'
  /** Configured, but it cannot join the Wi-Fi. */
  | 'wifi_failed'
  /** Configured, but the server does not take it. */
  | 'server_refused'
  /** Configured, but it does not get through to the server. */
  | 'server_unreachable'
  /** Configured, and not heard of by the server for a minute. */
  | 'not_online';

export interface Problem {
  readonly code: ProblemCode;
  /** The field or command it is about. */
  readonly subject?: string;
  /** The original message of the browser or the board. */
  readonly reason?: string;
}
