// Tables sites and site_shares: plants, and who may see them besides the owner.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface NewSite {
  sid: string;
  name: string;
  ownerId: number | null;
  companyId: number | null;
  installerId: number | null;
  countryCode: string;
  stateCode: string;
  stateName: string;
  city: string;
  street: string;
  zipCode: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  currency: string;
  electricityPrice: number;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  pvRemark?: string;
  pvModel?: string;
  batteryRemark?: string;
  registeredAt: Date;
  commissionedAt: Date | null;
}

/** Creates a plant and returns its number. */
export async function createSite(tx: Tx, site: NewSite): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sites (sid, name, owner_id, company_id, installer_id, country_code, state_code, state_name, city, street,
                       zip_code, latitude, longitude, timezone, currency, electricity_price, temperature_unit,
                       pv_remark, pv_model, battery_remark, registered_at, commissioned_at)
    values (${site.sid}, ${site.name}, ${site.ownerId}, ${site.companyId}, ${site.installerId}, ${site.countryCode},
            ${site.stateCode}, ${site.stateName}, ${site.city}, ${site.street}, ${site.zipCode}, ${site.latitude},
            ${site.longitude}, ${site.timezone}, ${site.currency}, ${site.electricityPrice}, ${site.temperatureUnit},
            ${site.pvRemark ?? ''}, ${site.pvModel ?? ''}, ${site.batteryRemark ?? ''}, ${site.registeredAt},
            ${site.commissionedAt})
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Lets somebody else see (or edit) a plant; a second time replaces the right. */
export async function shareSite(tx: Tx, siteId: number, userId: number, mayEdit: boolean): Promise<void> {
  await sql`
    insert into site_shares (site_id, user_id, may_edit) values (${siteId}, ${userId}, ${mayEdit})
    on conflict (site_id, user_id) do update set may_edit = excluded.may_edit`.execute(tx);
}

/** Gives all plants of a company to another one; returns them. */
export async function moveSitesOfCompany(
  tx: Tx,
  fromCompanyId: number,
  toCompanyId: number,
): Promise<{ id: number; sid: string }[]> {
  const { rows } = await sql<{ id: number; sid: string }>`
    update sites set company_id = ${toCompanyId} where company_id = ${fromCompanyId} returning id, sid`.execute(
    tx,
  );
  return rows;
}
