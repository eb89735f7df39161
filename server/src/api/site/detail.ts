import type { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { plainPrices } from '@helioport/domain/prices';
import { rounded } from '@helioport/domain/units';
import { displayTime } from '@helioport/domain/wire';
import { type RawBuilder, sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Visible } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { countryName } from '../../platform/texts.ts';
import { findSite } from '../../queries/findSite.ts';
import { ms } from '../../queries/found.ts';
import { siteNowOf, stateNowOf } from '../../queries/stateNow.ts';
import { arraysOf } from '../../repositories/arrays.ts';
import { isValid } from '../../repositories/siteOffers.ts';
import { mayOffer } from './internal/assign.ts';
import { devicesOf, ratedPowerOf } from './internal/devices.ts';
import { siteSnOf } from './internal/siteSn.ts';

interface Person {
  uid: string | null;
  name: string;
  email: string;
  phone: string;
}

interface Row
  extends Columns<
    'sites',
    | 'countryCode'
    | 'stateCode'
    | 'stateName'
    | 'city'
    | 'street'
    | 'zipCode'
    | 'logo'
    | 'pvRemark'
    | 'pvModel'
    | 'batteryRemark'
    | 'companyId'
    | 'batteryModel'
    | 'meterType'
    | 'remark'
    | 'temperatureUnit'
  > {
  commissionedAt: number | null;
  userEmail: string;
  installerEmail: string;
  owner: Person | null;
  installer: Person | null;
  companyContact: Person | null;
  pendingOwner: { email: string; until: number } | null;
  companyName: string;
  panelW: number;
  systemSize: number | null;
  maxPower: number | null;
  controlLimit: number | null;
  shares: { email: string; mayEdit: boolean; endsAt: number | null }[];
  mayEdit: boolean;
  mayDecide: boolean;
}

/** A user visible to the caller; null otherwise. */
const personOf = (visible: Visible, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('uid', v.uid, 'name', v.contact_person, 'email', v.email, 'phone', v.contact_number)
  from ${visible.users} v where v.id = ${id})`;

/** The contact of everyone who sees the plant; without the user ID if the user is not visible to the caller. */
const installerOf = (visible: Visible): RawBuilder<unknown> => sql`
  case when i.id is not null then json_build_object('uid', (select v.uid from ${visible.users} v where v.id = i.id),
    'name', i.contact_person, 'email', i.email, 'phone', i.contact_number) end`;

/** The contact of the company of a plant without an installer: what was entered for the company, else its manager. */
const companyContactOf = (visible: Visible): RawBuilder<unknown> => sql`
  case
    when i.id is not null then null
    when c.contact_email <> '' or c.contact_number <> '' then json_build_object('uid', null,
      'name', c.contact_person, 'email', c.contact_email, 'phone', c.contact_number)
    when m.id is not null then json_build_object('uid', (select v.uid from ${visible.users} v where v.id = m.id),
      'name', m.contact_person, 'email', m.email, 'phone', m.contact_number)
  end`;

/** The recipient of the valid offer of the plant, for those who may withdraw it and for support. */
const pendingOwnerOf = ({
  me,
  visible,
  now,
}: Pick<Call<typeof site.detail>, 'me' | 'visible' | 'now'>) => sql`(
  select json_build_object('email', o.email, 'until', ${ms(sql`o.expires_at`)}) from site_offers o
  where o.site_id = s.id and ${isValid} and o.expires_at > ${new Date(now)}
    and (${me.scope === 'all'} or ${mayOffer({ me, visible })}))`;

export default handler<typeof site.detail>(async (call) => {
  const { input, tx, visible, now, lan } = call;
  const found = await findSite(call, input.sid);
  const { rows } = await sql<Row>`
    select s.country_code as "countryCode", s.state_code as "stateCode", s.state_name as "stateName", s.city, s.street,
      s.zip_code as "zipCode", s.logo, ${ms(sql`s.commissioned_at`)} as "commissionedAt",
      s.temperature_unit as "temperatureUnit", s.pv_remark as "pvRemark", s.pv_model as "pvModel",
      s.battery_remark as "batteryRemark", coalesce(o.email, '') as "userEmail",
      coalesce(i.email, '') as "installerEmail", ${personOf(visible, sql`s.owner_id`)} as owner,
      ${installerOf(visible)} as installer,
      ${companyContactOf(visible)} as "companyContact", ${pendingOwnerOf(call)} as "pendingOwner", s.company_id as "companyId", coalesce(c.name, '') as "companyName",
      (select coalesce(mode() within group (order by m.rated_w), 0) from modules m where m.site_id = s.id) as "panelW",
      s.battery_model as "batteryModel", s.system_size_w as "systemSize", s.power_max_w as "maxPower",
      s.control_limit_w as "controlLimit", s.meter_type as "meterType", s.remark,
      coalesce((select json_agg(json_build_object('email', x.email, 'mayEdit', x.may_edit, 'endsAt',
          ${ms(sql`x.ends_at`)}) order by x.email)
        from (
          select u.email, sh.may_edit, sh.ends_at from site_shares sh join users u on u.id = sh.user_id
          where sh.site_id = s.id
          union all
          select i.email, i.may_edit, i.ends_at from site_invitations i where i.site_id = s.id
        ) x where x.ends_at is null or x.ends_at > ${new Date(now)}), '[]') as shares,
      exists (select from ${visible.editableSites} e where e.id = s.id) as "mayEdit",
      exists (select from ${visible.ownSites} e where e.id = s.id) as "mayDecide"
    from sites s
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id
    left join companies c on c.id = s.company_id
    left join users m on m.id = c.manager_id and m.cancelled_at is null and not m.is_blocked
    where s.id = ${found.id}`.execute(tx);
  const row = rows[0] as Row;
  const devices = await devicesOf(tx, [found.id], now);
  const own = siteNowOf(found, lan, now);
  return {
    sid: found.sid,
    siteName: found.name,
    countryCode: row.countryCode,
    countryName: countryName(row.countryCode, lan),
    stateCode: row.stateCode,
    stateName: row.stateName,
    city: row.city,
    street: row.street,
    zipCode: row.zipCode,
    timezone: found.timezone,
    latitude: found.latitude ?? 0,
    longitude: found.longitude ?? 0,
    logo: row.logo,
    logoFullPath: row.logo,
    commission: row.commissionedAt === null ? 0 : 1,
    registerDate: displayTime(found.registeredAt, found.timezone),
    commissionDate: displayTime(row.commissionedAt, found.timezone),
    currency: found.currency,
    electricityPrice: found.electricityPrice,
    prices: found.prices ?? plainPrices(found.electricityPrice),
    temperatureUnit: row.temperatureUnit,
    pvRemark: row.pvRemark,
    batteryRemark: row.batteryRemark,
    userEmail: row.userEmail,
    installerEmail: row.installerEmail,
    owner: row.owner,
    installer: row.installer,
    companyContact: row.companyContact,
    pendingOwner: row.pendingOwner,
    powerMax: rounded(ratedPowerOf(found, devices), 1),
    companyId: row.companyId ?? 0,
    companyName: row.companyName,
    ownershipType: 0,
    systemType: 0,
    connectionType: '',
    model: row.pvModel,
    panelType: '',
    powerRating: rounded(row.panelW, 1),
    sn: devices.map((device) => siteSnOf(device, now, lan)),
    projectReferenceId: '',
    hasPosition: found.latitude !== null && found.longitude !== null,
    batteryModel: row.batteryModel,
    systemSize: row.systemSize,
    maxPower: row.maxPower,
    controlLimit: row.controlLimit,
    meterType: row.meterType,
    remark: row.remark,
    planes: (await arraysOf(tx, found.id)).map((array) => ({
      id: array.id,
      name: array.name,
      tilt: array.tiltDeg,
      azimuth: array.azimuthDeg,
      powerRating: array.ratedW,
    })),
    shareWith: (row.mayDecide ? row.shares : []).map(({ email, mayEdit, endsAt }) => ({
      email,
      mayEdit,
      until: endsAt === null ? null : localDay(endsAt - 1, found.timezone),
    })),
    mayEdit: row.mayEdit,
    mayDecide: row.mayDecide,
    ...stateNowOf(own),
    verdict: own.verdict,
  };
});
