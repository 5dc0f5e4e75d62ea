/** The reason that the operator's map cannot be shown. */
export const mapProblems = [
  /** The service may not read it, or it is no file. */
  'unreadable',
  /** It is no PMTiles file of version 3. */
  'foreign',
  /** Its end is missing. */
  'cut_short',
  /** Its tiles are of a kind, or compressed in a way, that browsers do not read. */
  'tiles',
] as const;
export type MapProblem = (typeof mapProblems)[number];

/** The map of streets that an operator put into the data directory. */
export interface MapFile {
  readonly path: string;
  /** Another one for another content. */
  readonly version: string;
  readonly size: number;
  /** Null: it can be shown. */
  readonly problem: MapProblem | null;
}
