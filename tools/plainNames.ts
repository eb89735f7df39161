// Finds home-made words in the names that source code and the database declare: each has a standard term in the glossary
// of code.

/** Refused words of names, with what to write instead. */
const words: ReadonlyMap<string, string> = new Map([
  ...entries('told tell tells teller', 'sent, confirmed, notified, reported'),
  ...entries('asked asking asks', 'requested, input, context, query'),
  ...entries('heard hear hears hearing', 'received, reporting'),
  ...entries('said says saying', 'reported, text'),
  ...entries('stranger strangers newcomer newcomers', 'unregistered, anonymous, other user'),
  ...entries('nobody nobodys somebody whoever', 'no user, a user, the caller'),
  ...entries('verdict verdicts', 'condition'),
  ...entries('judge judges judged judging', 'evaluate, check'),
  ...entries('doubt doubts doubted undoubted doubtful', 'implausible, suspect'),
  ...entries('packed', 'compressed, block'),
  ...entries('trouble troubles', 'issue, failure'),
  ...entries('news', 'change, update'),
  ...entries('plane planes', 'array'),
  ...entries('grade grades graded', 'severity, status'),
  ...entries('machine machines', 'composite device'),
  ...entries('folded', 'grouped'),
  ...entries('heir heirs', 'new owner, successor'),
  ...entries('farewell', 'account closure, removal'),
  ...entries('orphan orphans orphaned', 'ownerless'),
  ...entries('worn', 'active, effective'),
  ...entries('seldom', 'throttled'),
  ...entries('door doors', 'endpoint'),
  ...entries('room rooms', 'capacity, module, noun'),
  ...entries('forget forgets forgetting forgotten', 'delete, purge, clear'),
  ...entries('sealed unsealed sealing', 'signed, encrypted'),
  ...entries('reckoned reclock reclocked', 'calculated, timestamp correction'),
  ...entries('wish wishes', 'request, content'),
  ...entries('beside theirs', 'what the value is'),
]);

/** Additionally refused in the store: a report is the document sent to users. */
export const wordsOfReadings: ReadonlyMap<string, string> = new Map(entries('report reports', 'reading'));

/** Additionally refused in the database. */
const wordsOfSchema: ReadonlyMap<string, string> = new Map([
  ...wordsOfReadings,
  ...entries('silent silence', 'not reporting, communication loss'),
]);

function entries(list: string, use: string): (readonly [string, string])[] {
  return list.split(' ').map((word) => [word, use] as const);
}

const declaration =
  /\b(?:(?:const|let|class|interface|enum|function\*?)\s+([A-Za-z_$][\w$]*)|type\s+([A-Za-z_$][\w$]*)(?=\s*[=<]))/g;

/** Words of a name in camel case, capitals or with underscores, in lower case. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

function refusedIn(name: string, more: ReadonlyMap<string, string> = new Map()): string[] {
  return wordsOf(name).flatMap((word) => {
    const use = words.get(word) ?? more.get(word);
    return use === undefined ? [] : [`"${word}" (${use})`];
  });
}

/** Names of the settings of emailed reports, and a value that clients know. */
const ofReports = /^report_settings|^behindReports$/;

/**
 * Home-made words in a schema as SQL, one line each: in names of tables, columns, constraints, indexes, functions and
 * triggers, and in the values that constraints list.
 */
export const dialectInSchema = (schema: string): string[] =>
  schema.split('\n').flatMap((line, i) => {
    if (line.startsWith('--')) return [];
    const names = new Set(line.match(/[A-Za-z_]\w*/g) ?? []);
    return [...names].flatMap((name) =>
      refusedIn(name, ofReports.test(name) ? undefined : wordsOfSchema).map(
        (found) => `${i + 1}: ${name}: ${found}`,
      ),
    );
  });

/**
 * Home-made words in the names that a source file declares by keyword, one line each. Comments and texts are not
 * checked; `allowed` are whole names that a wire format or a table prescribes, `more` further refused words.
 */
export function dialectInNames(
  file: string,
  source: string,
  allowed: ReadonlySet<string> = new Set(),
  more?: ReadonlyMap<string, string>,
): string[] {
  return source.split('\n').flatMap((line, i) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    return [...line.matchAll(declaration)].flatMap(([, value, type]) => {
      const name = value ?? type ?? '';
      if (allowed.has(name)) return [];
      return refusedIn(name, more).map((found) => `${file}:${i + 1}: ${name}: ${found}`);
    });
  });
}
