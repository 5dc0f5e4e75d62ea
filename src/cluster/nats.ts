/**
 * What is used of the client of NATS. In the executable it is a file of its own (scripts/lib/bundle-apart.ts),
 * since few installations need it.
 */
export {
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
export { type ObjectStore, Objm } from '@nats-io/obj';
export {
  type ConnectionOptions,
  connect,
  createInbox,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
