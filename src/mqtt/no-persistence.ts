/**
 * The persistence of an engine that keeps nothing: sessions are clean, nothing is retained, Wills are
 * not kept, and QoS 2 does not exist here. aedes' own in-memory one builds several streams for every
 * connection to find out as much.
 *
 * Only what aedes calls for such sessions; anything else would be a mistake and throws by its absence.
 */
export const noPersistence = {
  async setup(): Promise<void> {},
  async cleanSubscriptions(): Promise<void> {},
  async cleanIncoming(): Promise<void> {},
  async delWill(): Promise<void> {},
  async outgoingClearMessageId(): Promise<void> {},
  /** For `stream.pipeline`, which takes any iterable. */
  outgoingStream: (): readonly never[] => [],
  /** aedes asks for retained messages after a SUBSCRIBE, and only pipes them on. */
  createRetainedStreamCombi: () => ({ pipe: () => {} }),
  /** Asked for Wills left by other brokers of a cluster. */
  streamWill: (): readonly never[] => [],
};
