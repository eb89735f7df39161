// Access matrix: every call made anonymously and by one user of every role, with the caller's own data and with another
// company's. docs/api/access.md records the result.
import { addressOf, type Contract, type Endpoint } from '@helioport/contract/endpoint';
import type { Envelope } from '@helioport/contract/envelope';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { sql } from 'kysely';
import type { MenuSeed } from '../../seed/menuTree.ts';
import { allOf } from './addresses.ts';
import { flat, grantText, openingNothing } from './grants.ts';
import {
  bodyFor,
  fieldsOf,
  fitted,
  type Ids,
  meantBy,
  people,
  type Role,
  roles,
  type World,
} from './world.ts';

/** What becomes of a call; `none` where it is about no company's rows. */
type Outcome = 'yes' | 'no' | 'none';

interface Access {
  own: Outcome;
  others: Outcome;
}

export interface AccessRow {
  path: string;
  isWrite: boolean;
  anonymous: Outcome;
  byRole: Readonly<Record<Role, Access>>;
}

/** Manager of the tree of companies in which none of `people` works. */
const ELSEWHERE = 'olivia@demo.test';
/** Roles that see every row, whosever it is. */
const seesAll: ReadonlySet<Role> = new Set(['administrator', 'support']);
/** Rooms whose answers differ by who asks without being about a company: the caller's account, the menus of roles. */
const ownNouns: ReadonlySet<string> = new Set(['account', 'auth']);
/** Input fields that identify rows. */
const naming = ['sid', 'sn', 'wifiSn', 'uid', 'companyId', 'company_id', 'parentId'];

interface Others {
  ids: Ids;
  /** What an answer about them would say, and no body does. */
  words: readonly string[];
}

/** A body that names these ids wherever a call takes them, and is good otherwise. */
const about = (ids: Ids) => ({
  ...bodyFor(ids),
  parentId: ids.companyId,
  email: 'access@demo.test',
  password: 'a good password',
  groupId: 26,
  companyName: 'A new company',
  name: 'A new name',
  pageId: 1,
  photoId: 1,
  version: 1,
  kind: 'installer',
  source: 'influx',
  events: ['alarm.opened'],
  deliveryId: 1,
  commandId: 1,
  reason: 'a reason',
  campaignId: 1,
  days: 1,
  bytes: 100,
  url: 'https://files.example/firmware.bin',
  sha256: 'ab'.repeat(32),
});

async function othersOf(world: World): Promise<Others> {
  const [ids] = await world.idsOf(ELSEWHERE);
  if (!ids) throw new Error(`${ELSEWHERE} has no plant`);
  const { rows } = await sql<{ words: string[] }>`
    select array[s.name, o.email, c.name] as words
    from sites s join users o on o.id = s.owner_id join companies c on c.id = s.company_id
    where s.sid = ${ids.sid}`.execute(world.app.database.db);
  return { ids, words: rows[0]?.words ?? [] };
}

/** The role may not, or what the body names is unknown to it. */
const isRefused = (status: number, { code }: Envelope) => status === 403 || isUnknownCode(code);

/** Makes every call as every user. Nothing is changed: calls that could change data get an empty body. */
export async function accessOf(world: World, endpoints: readonly Endpoint[]): Promise<AccessRow[]> {
  const others = await othersOf(world);
  const own = new Map<Role, Ids | undefined>();
  for (const role of roles) own.set(role, (await world.idsOf(people[role]))[0]);
  const rows: AccessRow[] = [];
  for (const endpoint of endpoints) {
    const { path, grant, writes } = endpoint;
    const { status } = await world.app.anonymous.send(path, {});
    const answers = await ownAnswers(world, endpoint, own);
    const isForAll = grant.kind === 'open' || ownNouns.has(addressOf(path).room);
    const texts = new Set([...answers.values()].filter((one) => !one.isRefused).map(({ text }) => text));
    const namesRows = naming.some((field) => fieldsOf(endpoint.input)?.has(field));
    const concernsCompanies = namesRows ? grant.kind !== 'open' : !writes && !isForAll && texts.size > 1;
    const byRole = {} as Record<Role, Access>;
    for (const role of roles) {
      const own = answers.get(role)?.isRefused ? 'no' : 'yes';
      byRole[role] = {
        own,
        others: concernsCompanies ? await aboutOthers(world, endpoint, role, own, others) : 'none',
      };
    }
    rows.push({ path, isWrite: writes, anonymous: status === 401 ? 'no' : 'yes', byRole });
  }
  return rows;
}

/** An unclaimed serial number, for calls about such devices; callers who may make them may see it. */
function strayOf(world: World, { path }: Endpoint): { sn: string } | undefined {
  const meant = meantBy(world, path);
  return meant?.sid === undefined ? meant : undefined;
}

/** What each role is answered about its own rows. */
async function ownAnswers(world: World, endpoint: Endpoint, idsByRole: ReadonlyMap<Role, Ids | undefined>) {
  const answers = new Map<Role, { isRefused: boolean; text: string }>();
  for (const role of roles) {
    const own = idsByRole.get(role);
    const body =
      endpoint.writes || !own ? {} : fitted(endpoint, about({ ...own, ...strayOf(world, endpoint) }));
    // A session for each call: some of them end it.
    const caller = await world.sessionOf(people[role]);
    const { status, envelope } = await caller.send(endpoint.path, body);
    answers.set(role, { isRefused: isRefused(status, envelope), text: JSON.stringify(envelope) });
  }
  return answers;
}

async function aboutOthers(
  world: World,
  endpoint: Endpoint,
  role: Role,
  own: Outcome,
  { ids, words }: Others,
): Promise<Outcome> {
  if (own === 'no') return 'no';
  // Administrators may do with other users' data whatever they may do at all; calling would do it. Their own account is
  // an exception.
  const isAboutHimself = ownNouns.has(addressOf(endpoint.path).room);
  if (seesAll.has(role) && endpoint.writes && !isAboutHimself) return 'yes';
  const caller = await world.sessionOf(people[role]);
  const { status, envelope } = await caller.send(endpoint.path, fitted(endpoint, about(ids)));
  if (isRefused(status, envelope)) return 'no';
  // A write that is not refused would have been done.
  if (endpoint.writes) return 'yes';
  const text = JSON.stringify(envelope.data);
  return seesAll.has(role) || words.some((word) => text.includes(word)) ? 'yes' : 'no';
}

const columns: readonly (readonly [Role, string])[] = [
  ['administrator', 'Administrator'],
  ['support', 'Support'],
  ['distributor', 'Distributor'],
  ['dealer', 'Dealer'],
  ['installer', 'Installer'],
  ['endUser', 'End user'],
];

const sign: Readonly<Record<Outcome, string>> = { yes: 'yes', no: 'no', none: '·' };
const cell = ({ own, others }: Access) => (own === 'no' ? 'no' : `yes / ${sign[others]}`);

/** The page, made of what was found. */
export function accessPage(
  contracts: Readonly<Record<string, Contract>>,
  rows: readonly AccessRow[],
  menus: readonly MenuSeed[],
): string {
  const found = new Map(rows.map((row) => [row.path, row]));
  const sections = Object.entries(contracts).flatMap(([noun, contract]) => [
    `## ${noun}`,
    '',
    `| call | | anonymous | ${columns.map(([, title]) => title).join(' | ')} |`,
    `|---|---|---|${columns.map(() => '---').join('|')}|`,
    ...Object.values(contract).map(({ path }) => lineOf(path, found.get(path))),
    '',
  ]);
  const idle = openingNothing(contracts, menus);
  const free = allOf(contracts).filter(({ grant }) => !('name' in grant));
  return [
    '# Access',
    '',
    'Generated by `npm run routes -- --docs`, which makes every call on the demo data anonymously and as one user of',
    'each built-in role with its default menus. Operators can change the menus of a role.',
    '',
    '- **yes / no**: allowed for data of the user or their companies / not for data of other companies. An id of another',
    '  company is answered like an id that does not exist, with HTTP 200 and its own code (404x); lists omit it.',
    '- **yes / yes**: allowed for all data.',
    '- **yes / ·**: the call concerns no company’s data, only the caller, the installation or reference data.',
    '- **no**: rejected with 403 if the role lacks the page or button, and with 401 without a session.',
    '',
    ...sections,
    '## Menus without calls',
    '',
    ...(idle.length === 0 ? ['None.'] : idle.map((entry) => `- ${entry}`)),
    '',
    '## Calls without a menu',
    '',
    ...['open', 'signedIn'].flatMap((kind) => [
      kind === 'open' ? 'Everyone:' : 'Every logged-in user:',
      '',
      ...free.filter(({ grant }) => grant.kind === kind).map(({ path }) => `- \`${path}\``),
      '',
    ]),
    '## Calls by menu',
    '',
    '| menu | calls | default roles |',
    '|---|---|---|',
    ...menuLines(contracts, menus),
    '',
  ].join('\n');
}

function lineOf(path: string, row: AccessRow | undefined): string {
  if (!row) return `| \`${path}\` | | | ${columns.map(() => '').join(' | ')} |`;
  const cells = columns.map(([role]) => cell(row.byRole[role]));
  return `| \`${path}\` | ${row.isWrite ? 'writes' : ''} | ${sign[row.anonymous]} | ${cells.join(' | ')} |`;
}

function menuLines(contracts: Readonly<Record<string, Contract>>, menus: readonly MenuSeed[]): string[] {
  const kinds = { 1: 'page', 2: 'button', 3: 'module' } as const;
  const all = allOf(contracts);
  return flat(menus)
    .filter(({ name }) => name !== '')
    .map(({ mode, name, groups }) => {
      const entry = `${kinds[mode]} ${name}`;
      const calls = all.filter(({ grant }) => grantText(grant) === entry).map(({ path }) => `\`${path}\``);
      const held = columns.filter(([role]) => groups.includes(role)).map(([, title]) => title);
      return `| ${entry} | ${calls.join(', ')} | ${held.join(', ')} |`;
    });
}
