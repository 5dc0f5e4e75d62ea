/** This data directory cannot be a node's; the message is one sentence for the operator. */
export class NodeUnusable extends Error {
  override readonly name = 'NodeUnusable';
}
