import { join } from 'node:path';

/** The folder that a node of a cluster keeps for itself. Where it is, the data belong to a cluster. */
export function clusterDir(dataDir: string): string {
  return join(dataDir, 'cluster');
}

/** The last entry of the log that is in the database. */
export function notePath(dataDir: string): string {
  return join(clusterDir(dataDir), 'applied.json');
}

/** The names of all nodes. */
export function nodesPath(dataDir: string): string {
  return join(clusterDir(dataDir), 'nodes.json');
}

/** The shipped part of the write-ahead log, for commands beside the server. */
export function shippedPath(dataDir: string): string {
  return join(clusterDir(dataDir), 'shipped');
}

/** The commands that have the database open, each a file named by its process. */
export function commandsDir(dataDir: string): string {
  return join(clusterDir(dataDir), 'commands');
}

/** There while a server that leads has the database open. */
export function openedPath(dataDir: string): string {
  return join(clusterDir(dataDir), 'opened');
}

/** There from when a server leads again on what it had written before it ended, until it has led for a while. */
export function resumedPath(dataDir: string): string {
  return join(clusterDir(dataDir), 'resumed');
}

/** Held locked by the running node. */
export function nodeLockPath(dataDir: string): string {
  return join(dataDir, 'node.lock');
}

/** With what nodes prove to each other who they are. */
export function secretPath(dataDir: string): string {
  return join(dataDir, 'cluster-secret');
}
