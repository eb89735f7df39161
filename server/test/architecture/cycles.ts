// Cycles among files and folders, found in the imports of a tree.
import fs from 'node:fs';
import path from 'node:path';
import { importsOf, sourceFiles, targetOf } from './directions.ts';

/** Which nodes each node leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of nodes that lead to each other, each sorted by name (Tarjan's strongly connected components). */
export function cyclesIn(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest.set(node, index.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (onStack.has(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const one of group) onStack.delete(one);
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles.sort((a, b) => a[0]!.localeCompare(b[0]!));
}

/** Imports of types alone, which leave nothing behind when the program runs. */
const typeImports = /(?:import|export)\s+type\s[^'"`;]*?from\s*['"][^'"]+['"]/g;

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** Imports among all files below `root` but tests. `withTypes` counts imports of types too. */
export function importGraph(root: string, withTypes: boolean): Graph {
  const files = new Set(sourceFiles(root).filter((file) => !isTest(file)));
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const targets = importsOf(withTypes ? text : text.replaceAll(typeImports, '')).flatMap((specifier) => {
      const target = targetOf(file, specifier);
      return [target, `${target}.ts`, `${target}.tsx`].filter((one) => one !== undefined && files.has(one));
    }) as string[];
    graph.set(file, new Set(targets));
  }
  return graph;
}

/** The graph of the folders directly below `base`, such as `server/src/timeseries`. */
export function folderGraph(files: Graph, base: string): Graph {
  const folderOf = (file: string) =>
    file.startsWith(`${base}/`) ? /^[^/]+(?=\/)/.exec(file.slice(base.length + 1))?.[0] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const own = graph.get(folder) ?? new Set();
    graph.set(folder, own);
    for (const target of targets) {
      const other = folderOf(target);
      if (other !== undefined && other !== folder) own.add(other);
    }
  }
  return graph;
}
