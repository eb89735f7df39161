import type { site } from '@helioport/contract/site';
import { SHARES_MAX } from '@helioport/contract/siteEdit';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { checkedPlace, checkedZone } from '../../platform/places.ts';
import { refuseEdit } from '../../queries/refuseEdit.ts';
import { arraysOf, setArrays } from '../../repositories/arrays.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { announceRights } from '../../repositories/rights.ts';
import { countShares, setShares } from '../../repositories/shares.ts';
import { changeSite, type SiteChange } from '../../repositories/sites.ts';
import { reconsider } from '../../timeseries/analytics/marks.ts';
import { rezoneSite } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';
import { offerTo } from './internal/assign.ts';
import { enterDevices } from './internal/enter.ts';
import { notifyCompanies } from './internal/notifyCompanies.ts';
import { notifyShared } from './internal/notifyShared.ts';
import { installerOf, ownerOf, seenOwnerOf, sharesOf } from './internal/people.ts';
import { changePrices } from './internal/prices.ts';
import { arrayEntries, plainFieldsOf } from './internal/settings.ts';

type Update = Call<typeof site.updateFast>;

interface Site
  extends Columns<
    'sites',
    'id' | 'sid' | 'companyId' | 'installerId' | 'ownerId' | 'countryCode' | 'timezone'
  > {
  ownerEmail: string;
  installerEmail: string;
  /** The caller manages who has access. */
  isHis: boolean;
}

export default handler<typeof site.updateFast>(async (call) => {
  const { input, tx, me, now, lan } = call;
  const plant = await siteToChange(call);
  const people = await peopleOf(call, plant);
  const timezone = input.timezone ? checkedZone(input.timezone) : undefined;
  // Locked before any row, to avoid deadlocks.
  await holdRollUps(tx, plant.id);
  const { before, after } = await changeSite(tx, plant.id, {
    ...plainFieldsOf(input),
    ...placeOf(call, plant),
    ...people.change,
    timezone,
  });
  if (timezone !== undefined && 'timezone' in after)
    await rezoneSite(tx, { siteId: plant.id, timeZone: timezone, now });
  const detail = {
    ...namesOf(before, after, plant, call),
    ...(await changePrices(call, { id: plant.id, timezone: timezone ?? plant.timezone })),
    ...(await changeArrays(call, plant)),
    ...(await changeShares(call, plant)),
  };
  const companyId = people.change.companyId === undefined ? plant.companyId : people.change.companyId;
  if (Object.keys(detail).length > 0) {
    await writeAudit(tx, me, now, {
      action: 'site.update',
      subject: plant.sid,
      siteId: plant.id,
      companyId,
      detail,
    });
  }
  const { installerId = plant.installerId } = people.change;
  if (companyId !== plant.companyId)
    await notifyCompanies(call, { sid: plant.sid, from: plant.installerId, to: installerId });
  await reconsider(tx, plant.id, now);
  if ('ownerId' in after || 'companyId' in after) await announceRights(tx, { rows: 'all' });
  const devices = await enterDevices({ tx, me, now, lan }, { ...plant, companyId }, input.devices);
  if (people.assignTo === '') return { sid: plant.sid, devices };
  const { email: offeredTo } = await offerTo(call, { ...plant, companyId, ownerId: null }, people.assignTo);
  return { sid: plant.sid, devices, offeredTo };
});

async function siteToChange(call: Update): Promise<Site> {
  const { input, visible, tx } = call;
  const { rows } = await sql<Site>`
    select s.id, s.sid, s.company_id as "companyId", s.installer_id as "installerId", s.owner_id as "ownerId",
      s.country_code as "countryCode", s.timezone, coalesce(lower(o.email), '') as "ownerEmail",
      coalesce(lower(i.email), '') as "installerEmail",
      exists (select from ${visible.ownSites} h where h.id = s.id) as "isHis"
    from ${visible.editableSites} s
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id
    where s.sid = ${input.sid}`.execute(tx);
  return (
    rows[0] ??
    (await refuseEdit(call, sql`select s.id from sites s where s.sid = ${input.sid}`, 'site.unknown'))
  );
}

/**
 * Owner and installer, as far as they are given and differ. Users with whom a plant is only shared can change neither.
 * Only administrators can change the owner of a plant that has one; the owner selects the installer. A plant without an
 * owner is offered to an address that the caller does not see, as when it is created.
 */
async function peopleOf(call: Update, plant: Site): Promise<{ change: SiteChange; assignTo: string }> {
  const { input, me } = call;
  const change: SiteChange = {};
  let assignTo = '';
  const { userEmail, installerEmail } = input;
  if (userEmail != null && userEmail !== plant.ownerEmail) {
    if (!plant.isHis) fail('site.notYours');
    if (me.scope !== 'all' && (plant.ownerId !== null || me.scope === 'own'))
      fail('site.ownerDecides', { email: plant.ownerEmail });
    const seen = userEmail === '' ? null : await seenOwnerOf(call, userEmail);
    if (plant.ownerId === null && seen === null) assignTo = userEmail.toLowerCase();
    else change.ownerId = seen ?? (await ownerOf(call, userEmail));
  }
  if (installerEmail != null && installerEmail !== plant.installerEmail) {
    if (!plant.isHis) fail('site.notYours');
    // A company that gives a plant away would lose it out of sight: its owner does that.
    if (installerEmail === '' && me.scope === 'company' && plant.ownerId !== me.userId)
      fail('site.ownerDecides', { email: plant.ownerEmail });
    Object.assign(change, await installerOf(call, installerEmail));
  }
  return { change, assignTo };
}

/** Country, state and the state's name belong together: of one that is given all three follow. */
function placeOf({ input: { countryCode, stateCode } }: Update, plant: Site): SiteChange {
  if (countryCode === '') return fail('request.invalid', { field: 'countryCode' });
  if (countryCode == null && stateCode == null) return {};
  return checkedPlace(countryCode ?? plant.countryCode, stateCode ?? '');
}

type Values = Readonly<Record<string, unknown>>;

/** Internal fields, and fields that repeat another one; not logged. */
const notAudited = new Set(['ownerId', 'installerId', 'companyId', 'stateName']);

/** Changes for the log: each field with its old value, users by email address. */
function namesOf(before: Values, after: Values, plant: Site, { input }: Update) {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const field of Object.keys(after)) {
    if (!notAudited.has(field))
      changes[field === 'name' ? 'siteName' : field] = { from: before[field] ?? '', to: after[field] ?? '' };
  }
  if ('ownerId' in after) changes.owner = { from: plant.ownerEmail, to: input.userEmail ?? '' };
  if ('installerId' in after)
    changes.installer = { from: plant.installerEmail, to: input.installerEmail ?? '' };
  return changes;
}

async function changeArrays({ input, tx }: Update, plant: Site) {
  if (input.planes === undefined) return {};
  const before = await arraysOf(tx, plant.id);
  const isChanged = await setArrays(tx, plant.id, arrayEntries(input.planes), input.knownPlanes);
  if (!isChanged) return {};
  const text = (arrays: typeof before) =>
    arrays.map(({ name, tiltDeg, azimuthDeg, ratedW }) => `${name} ${tiltDeg}° ${azimuthDeg}° ${ratedW} W`);
  return { planes: { from: text(before), to: text(await arraysOf(tx, plant.id)) } };
}

async function changeShares(call: Update, plant: Site) {
  const { input, tx, now } = call;
  if (input.shareWith === undefined) return {};
  if (!plant.isHis) fail('site.notYours');
  const shares = await sharesOf(call, input.timezone ?? plant.timezone, input.shareWith);
  const known = input.knownShares?.map((address) => address.toLowerCase());
  const shared = await setShares(tx, plant.id, shares, { now, known });
  if ((await countShares(tx, plant.id)) > SHARES_MAX) fail('request.invalid', { field: 'shareWith' });
  if (shared.isSame) return {};
  await announceRights(tx, { rows: shared.changed });
  await notifyShared(call, plant.sid, shared);
  return {
    shareWith: input.shareWith.map(({ email, mayEdit, until }) =>
      [email, mayEdit ? '(+)' : '', until === null ? '' : `≤ ${until}`].filter((part) => part).join(' '),
    ),
  };
}
