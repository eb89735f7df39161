// Checks files, commands and settings mentioned in documents against the repository.
import fs from 'node:fs';
import path from 'node:path';

export interface House {
  /** Whether a path from the root of the repository exists. */
  has: (file: string) => boolean;
  /** Names of what `npm run` takes. */
  scripts: ReadonlySet<string>;
  /** Environment variables that something reads. */
  variables: ReadonlySet<string>;
}

/** Dead links, unknown commands and unused variables in a document, one sentence each. `page` is its path from the root. */
export function untrueIn(page: string, text: string, { has, scripts, variables }: House): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to ?? '');
  const dead = links
    .filter((to) => !/^(https?:|mailto:|#)/.test(to))
    .map((to) => to.replace(/#.*$/, ''))
    .filter((to) => !has(path.posix.join(path.posix.dirname(page), to)))
    .map((to) => `${page} links to ${to}, which does not exist`);
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name]) => name ?? '');
  const unknown = commands
    .filter((name) => !scripts.has(name))
    .map((name) => `${page}: npm run ${name} does not exist`);
  // Only those that are given a value: a document may name what others read.
  const set = [...text.matchAll(/(?:^|[\s`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/gm)].map(
    ([, name]) => name ?? '',
  );
  const unread = set.filter((name) => !variables.has(name)).map((name) => `${page}: no code reads ${name}`);
  return [...new Set([...dead, ...unknown, ...unread])];
}

/** Paths from the root of all documents. */
export function documentsOf(root: string): string[] {
  const below = (folder: string): string[] =>
    fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return below(file);
      return file.endsWith('.md') ? [file] : [];
    });
  const top = fs.readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...top, ...below('docs')];
}
