/** Has each function of some sources say, whenever it runs, which one it is. */
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { isBlock, isFunctionLikeDeclaration } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/async';

interface Insertion {
  /** Offset into the text. */
  readonly at: number;
  readonly words: string;
}

/** Rewrites a source so that each of its functions begins with a call. */
function instrument(file: SourceFile, callAt: (offset: number) => string): string {
  const insertions: Insertion[] = [];
  const visit = (node: Node): void => {
    if (isFunctionLikeDeclaration(node) && 'body' in node && node.body !== undefined) {
      const { body } = node;
      const call = callAt(node.pos);
      if (isBlock(body)) insertions.push({ at: body.statements.pos, words: `${call};` });
      else insertions.push({ at: body.pos, words: `(${call},` }, { at: body.end, words: ')' });
    }
    node.forEachChild(visit);
  };
  visit(file);
  insertions.sort((one, other) => one.at - other.at);
  let written = '';
  let from = 0;
  for (const { at, words } of insertions) {
    written += file.text.slice(from, at) + words;
    from = at;
  }
  return written + file.text.slice(from);
}

/**
 * @param project the path of its tsconfig.json
 * @param paths as the program is to import them
 * @param callIn makes the expression that the function at this offset of the file begins with
 * @returns what stands in place of each path
 */
export async function instrumentAll(
  project: string,
  paths: readonly string[],
  callIn: (path: string, offset: number) => string,
): Promise<ReadonlyMap<string, string>> {
  const api = new API();
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [project] });
    const program = snapshot.getProject(project)?.program;
    if (program === undefined) throw new Error(`${project} is no project`);
    const written = new Map<string, string>();
    for (const path of paths) {
      const file = await program.getSourceFile(path);
      if (file === undefined) throw new Error(`${path} is not in ${project}`);
      written.set(
        path,
        instrument(file, (offset) => callIn(path, offset)),
      );
    }
    return written;
  } finally {
    await api.close();
  }
}
