// Tenant isolation: responses to company B contain no ID of company A, and a body with such an ID gets exactly the
// response for an unknown ID, and never that of an expired session.
import type { Endpoint } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { GROUPS } from '../../seed/menus.ts';
import { bodyFor, fitted, type Ids, receivedBy, type World } from './world.ts';

/** A plant with everything that could give it away. */
interface Secret extends Ids {
  name: string;
  email: string;
}

/** IDs in the format of A's that do not exist. */
const unknownObject: Secret = {
  sid: 'DE_20200101_ZzZz',
  sn: '0BADF00D',
  uid: '20200101000000_ZzZz',
  companyId: 987_654_321,
  alarmId: 987_654_321,
  name: 'A plant that nobody has',
  email: 'nobody@nowhere.test',
};

/** All demo data that `email` must never read. */
async function secretsFrom(world: World, email: string): Promise<{ plants: Secret[]; words: string[] }> {
  const visible = (await world.idsOf(email)).map(({ sid }) => sid);
  const { db } = world.app.database;
  const { rows: plants } = await sql<Secret>`
    select s.sid, s.name, min(d.sn) as sn, coalesce(o.email, '') as email, coalesce(o.uid, '') as uid,
      coalesce(s.company_id, 0) as "companyId", (select min(a.id) from alarm a where a.site_id = s.id) as "alarmId"
    from sites s join devices d on d.site_id = s.id left join users o on o.id = s.owner_id
    left join site_latest l on l.site_id = s.id
    where s.sid <> all(${visible}) group by s.id, o.email, o.uid, l.at order by l.at desc nulls last`.execute(
    db,
  );
  const { rows: serials } = await sql<{ word: string }>`
    select d.sn as word from devices d left join sites s on s.id = d.site_id
    where s.sid is null or s.sid <> all(${visible})`.execute(db);
  const { rows: others } = await sql<{ word: string }>`
    with recursive me as (select * from users where email = ${email}),
    below as (select company_id as id from me union select c.id from companies c join below b on c.parent_id = b.id),
    above as (
      select company_id as id from me union select c.parent_id from companies c join above a on c.id = a.id
    ),
    known as (select * from sites where sid = any(${visible})),
    strangers as (
      select * from users u where u.id <> (select id from me)
        and (u.company_id is null or u.company_id not in (select id from below where id is not null))
        and not exists (select from known k where u.id in (k.owner_id, k.installer_id))
    )
    select email as word from strangers union all select uid from strangers
    union all select c.name from companies c
    where c.id not in (select id from below where id is not null union select id from above where id is not null)
      and not exists (select from known k where k.company_id = c.id)`.execute(db);
  return {
    plants,
    words: [
      ...plants.flatMap(({ sid, name }) => [sid, name]),
      ...[...serials, ...others].map(({ word }) => word),
    ],
  };
}

/** Bodies with `theirs` in every field that could contain it, alone and combined with the caller's own IDs. */
function probes(foreign: Secret, own: Ids): Record<string, unknown>[] {
  const { sid, sn, uid, companyId, alarmId, name, email } = foreign;
  const ownBody = bodyFor(own);
  const filters = [
    { sid },
    { sn },
    { uid },
    { company_id: companyId },
    { parent_id: companyId },
    { keywords: sn },
    { keywords: name },
    { keywords: email },
    { site_name: name },
    { user_email: email },
    { email },
  ];
  return [
    bodyFor(foreign),
    { ...bodyFor(foreign), sn: undefined },
    { ...bodyFor(foreign), sid: undefined },
    { ...ownBody, sid },
    { ...ownBody, sn: sn.toLowerCase() },
    { ...ownBody, sn: [own.sn, sn] },
    { ...ownBody, wifiSn: [own.sn, sn].map((one) => ({ sn: one, wifiVersion: '1' })) },
    { ...ownBody, uid },
    { ...ownBody, companyId, company_id: companyId, parentId: companyId },
    { ...ownBody, managerUid: uid },
    { ...ownBody, alarmId, alarmIds: [alarmId] },
    { ...ownBody, assigneeUid: uid },
    { ...ownBody, handOverTo: companyId },
    ...filters.map((one) => ({ ...ownBody, filters: one })),
  ];
}

/**
 * Bodies for the call, each with A's IDs and with unknown ones; no duplicate pairs. The first of them is always sent,
 * the others only if the handler receives different inputs for the two bodies.
 */
function pairsFor(
  endpoint: Endpoint,
  foreign: Secret,
  own: Ids,
  types: number,
): (readonly [Record<string, unknown>, Record<string, unknown>])[] {
  const fit = (body: Record<string, unknown>) => fitted(endpoint, { ...body, types });
  const unknown = probes(unknownObject, own).map(fit);
  const pairs = probes(foreign, own)
    .map((body, i) => [fit(body), unknown[i] ?? {}] as const)
    .filter(([foreignBody, other]) => JSON.stringify(foreignBody) !== JSON.stringify(other));
  const received = new Map<string, (typeof pairs)[number]>();
  for (const [i, pair] of pairs.entries()) {
    const inputs = pair.map((body) => receivedBy(endpoint, body));
    if (i > 0 && inputs[0] === inputs[1]) continue;
    const key = inputs.join('\n');
    if (!received.has(key)) received.set(key, pair);
  }
  return [...received.values()];
}

/** An answer as text, with the ids that the body named taken out. */
function anonymous(answer: unknown, { sid, sn, uid, name, email }: Secret): string {
  return [sid, sn, sn.toLowerCase(), uid, name, email].reduce(
    (text, word) => (word === '' ? text : text.replaceAll(word, '?')),
    JSON.stringify(answer),
  );
}

/**
 * These calls reveal that devices of others exist, and nothing else. Adding a device reveals the same, so the check
 * before it must match; adding a serial number twice is rejected for everyone.
 */
const revealsTaken = new Set(['v2/common/getHardwareValid', 'v2/product/sn/create']);

/** Deletes what a call stored about the serial number that does not exist, so that it is unknown to the next call. */
async function deleteUnknown({ app }: World): Promise<void> {
  const { db } = app.database;
  await sql`delete from sn_entries where sn = ${unknownObject.sn}`.execute(db);
  await sql`delete from audit where subject = ${unknownObject.sn}`.execute(db);
}

/** Calls that reveal something about a plant that `email` cannot see. */
export async function leaks(world: World, endpoints: readonly Endpoint[], email: string): Promise<string[]> {
  const { plants, words } = await secretsFrom(world, email);
  const [own] = await world.idsOf(email);
  // One that shares no owner and no company with the caller's: what is found by these is the caller's own.
  const foreign = plants.find(({ companyId, uid }) => companyId !== own?.companyId && uid !== own?.uid);
  if (!own || !foreign) throw new Error(`${email} sees everything or nothing`);

  let caller = await world.sessionOf(email);
  const found = new Set<string>();
  for (const endpoint of endpoints) {
    const { path, grant, writes } = endpoint;
    // Login distinguishes an unknown email address from a wrong password for anonymous users, because clients depend on
    // it.
    if (grant.kind === 'open') continue;
    const send = async (body: Record<string, unknown>) => {
      const answer = await caller.send(path, body);
      if (answer.status !== 401) return answer;
      // One of the calls ends the session.
      caller = await world.sessionOf(email);
      return await caller.send(path, body);
    };
    // Kinds of charts that the handler can distinguish: one if it receives no kind.
    const kinds = new Map(
      [11, 6, 3, 1].map((kind) => [receivedBy(endpoint, fitted(endpoint, bodyFor(own, kind))), kind]),
    ).values();
    // Refused without any id of rows: the role lacks the page or button, or only operators may.
    const mayCallIt = (await send({ role_id: GROUPS.installer, id: GROUPS.installer })).status !== 403;
    for (const kind of kinds) {
      // Write calls are not made on the user's own data, because they would change the test data.
      const text = writes
        ? ''
        : JSON.stringify(await send(fitted(endpoint, bodyFor(own, kind)))).toLowerCase();
      const named = words.find((word) => text.includes(word.toLowerCase()));
      if (named) found.add(`${path} tells ${email} of ${named}`);

      for (const [foreignBody, unknown] of pairsFor(endpoint, foreign, own, kind)) {
        const answer = anonymous(await send(foreignBody), foreign);
        const aboutUnknown = await send(unknown);
        const expected = anonymous(aboutUnknown, unknownObject);
        if (aboutUnknown.status === 403 && mayCallIt)
          found.add(`${path} sends ${email} to sign in again over an id that he does not know`);
        if (answer !== expected && !revealsTaken.has(path))
          found.add(`${path} tells ${email} that an id exists: ${answer.slice(0, 200)}`);
      }
    }
    if (writes) await deleteUnknown(world);
  }
  return [...found];
}
