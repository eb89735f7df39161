// Checks files, commands and settings mentioned in documents against the repository.
import fs from 'node:fs';
import path from 'node:path';

export interface Repository {
  /** Whether a path from the root of the repository exists. */
  has: (file: string) => boolean;
  /** Names of what `npm run` takes. */
  scripts: ReadonlySet<string>;
  /** Environment variables that something reads. */
  variables: ReadonlySet<string>;
}

const roots = 'domain|demo|contract|protocol|locales|server|web|simulator|e2e|tools|bench|docs';
/** A path in code format from the root of the repository, such as `server/src/app.ts`; placeholders are skipped. */
const namedPath = new RegExp(`\x60((?:${roots})/[\\w./-]*\\w/?)\x60`, 'g');

/**
 * Dead links and paths, unknown commands and unused variables in a document, one sentence each. `page` is its path from
 * the root.
 */
export function untrueIn(page: string, text: string, { has, scripts, variables }: Repository): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to ?? '');
  const dead = links
    .filter((to) => !/^(https?:|mailto:|#)/.test(to))
    .map((to) => to.replace(/#.*$/, ''))
    .filter((to) => !has(path.posix.join(path.posix.dirname(page), to)))
    .map((to) => `${page} links to ${to}, which does not exist`);
  const paths = [...text.matchAll(namedPath)].map(([, file]) => file ?? '');
  const gone = paths
    .filter((file) => !has(file))
    .map((file) => `${page} names ${file}, which does not exist`);
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name]) => name ?? '');
  const unknown = commands
    .filter((name) => !scripts.has(name))
    .map((name) => `${page}: npm run ${name} does not exist`);
  // Only those that are given a value: a document may name what others read.
  const set = [...text.matchAll(/(?:^|[\s`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/gm)].map(
    ([, name]) => name ?? '',
  );
  // `OTEL_…` are settings of the exporters of OpenTelemetry.
  const unread = set
    .filter((name) => !variables.has(name) && !name.startsWith('OTEL_'))
    .map((name) => `${page}: no code reads ${name}`);
  return [...new Set([...dead, ...gone, ...unknown, ...unread])];
}

/** What a decision lacks of the form that `docs/decisions/README.md` describes, one sentence each. */
export function formFaultsOf(name: string, text: string, index: string): string[] {
  const [, date] = /^Date: (\d{4}-\d\d-\d\d)\. Status: \w/m.exec(text) ?? [];
  const missing = ['**Decision.**', '**Consequences.**'].filter((part) => !text.includes(part));
  return [
    ...(date !== undefined && name.startsWith(`${date}-`) ? [] : [`${name}: date or status is missing`]),
    ...missing.map((part) => `${name} has no ${part}`),
    ...(index.includes(`](${name})`) ? [] : [`${name} is not in the index`]),
  ];
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
