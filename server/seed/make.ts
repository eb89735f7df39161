// Builders of small worlds for tests: each makes one thing that is complete enough to live, and gives its number.
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { hashPassword } from '../src/platform/password.ts';
import { createCompany } from '../src/repositories/companies.ts';
import { addModules } from '../src/repositories/modules.ts';
import { createSite, type NewSite } from '../src/repositories/sites.ts';
import { createUser, fourRandom, newUid } from '../src/repositories/users.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { GROUPS } from './menus.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

let made = 0;
const next = () => ++made;

/** Starts the numbers of names and serial numbers again, for test files that share a process. */
export function restartNumbers(): void {
  made = 0;
}

export const makeCompany = (
  tx: Tx,
  company: { name?: string; kind?: 'distributor' | 'dealer' | 'installer'; parentId?: number | null } = {},
): Promise<number> =>
  createCompany(tx, {
    name: `Company ${next()}`,
    kind: 'installer',
    parentId: null,
    createdAt: CREATED_AT,
    ...company,
  });

let passwordHash: Promise<string> | undefined;

/** An account with the demo password, an end user unless a group is named. */
export async function makeUser(
  tx: Tx,
  user: { email?: string; group?: keyof typeof GROUPS; companyId?: number | null } = {},
): Promise<{ id: number; email: string }> {
  passwordHash ??= hashPassword(DEMO_PASSWORD);
  const email = user.email ?? `person${next()}@make.test`;
  const id = await createUser(tx, {
    uid: newUid(CREATED_AT.getTime()),
    email,
    passwordHash: await passwordHash,
    groupId: GROUPS[user.group ?? 'endUser'],
    companyId: user.companyId ?? null,
    createdAt: CREATED_AT,
  });
  if (id === undefined) throw new Error(`${email} exists already`);
  return { id, email };
}

/** A commissioned plant in Berlin, unless told otherwise. */
export async function makeSite(tx: Tx, site: Partial<NewSite> = {}): Promise<{ id: number; sid: string }> {
  const sid = site.sid ?? `DE_20260101_${fourRandom()}`;
  const id = await createSite(tx, {
    name: `Plant ${next()}`,
    ownerId: null,
    companyId: null,
    installerId: null,
    countryCode: 'DE',
    stateCode: 'DE-BE',
    stateName: 'Berlin',
    city: 'Berlin',
    street: '',
    zipCode: '',
    latitude: 52.52,
    longitude: 13.41,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    electricityPrice: 0.3,
    temperatureUnit: 'Celsius',
    registeredAt: CREATED_AT,
    commissionedAt: CREATED_AT,
    ...site,
    sid,
  });
  return { id, sid };
}

/** A serial number unique among tests: 8 hex digits. */
export const makeSerial = (): string => (0xe0000000 + next()).toString(16).toUpperCase();

/** A device; a microinverter gets a module of 400 W on each of its inputs. Without a plant it is unregistered. */
export async function makeDevice(
  tx: Tx,
  siteId: number | null,
  device: {
    vendor?: string;
    serial?: string;
    kind?: string;
    productNumber?: number | null;
    alias?: string;
  } = {},
): Promise<{ id: number; serial: string; sn: string }> {
  const serial = device.serial ?? makeSerial();
  const kind = device.kind ?? 'microinverter';
  const vendor = device.vendor ?? firstVendor;
  const product =
    kind === 'microinverter' && vendor === firstVendor
      ? productByNumber(device.productNumber ?? 11)
      : undefined;
  const { rows } = await sql<{ id: number }>`
    insert into devices (vendor, serial, site_id, kind, product_number, model_byte, alias, first_seen_at, created_at, claimed_at)
    values (${vendor}, ${serial}, ${siteId}, ${kind}, ${product?.number ?? null}, ${product?.modelByte ?? null},
            ${device.alias ?? ''}, ${CREATED_AT}, ${CREATED_AT}, ${siteId === null ? null : CREATED_AT})
    returning id`.execute(tx);
  const id = rows[0]!.id;
  if (siteId !== null && product) {
    const modules = Array.from({ length: product.inputs }, (_, i) => ({
      deviceId: id,
      addr: i + 1,
      arrayId: null,
      ratedW: 400,
      xM: i,
      yM: 0,
    }));
    await addModules(tx, siteId, modules);
  }
  return { id, serial, sn: snOf(vendor, serial) };
}
