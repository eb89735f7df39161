// Creates the demo data: users, companies and plants of the package demo. Its readings come from the simulator through
// the device endpoints, like all others.
import { publicBlocks } from '@helioport/contract/sitePublic';
import { demoCompanies, demoUsers } from '@helioport/demo/companies';
import { demoRadioVersions } from '@helioport/demo/firmware';
import { demoPlants, unclaimedPlant } from '@helioport/demo/plants';
import type { DemoModule, DemoPlant } from '@helioport/demo/world';
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import { productByNumber } from '@helioport/domain/products';
import { inverterKindOf } from '@helioport/protocol/manufacturers';
import { sql } from 'kysely';
import { newSecret } from '../src/config.ts';
import type { Tx } from '../src/platform/db.ts';
import { hashPassword } from '../src/platform/password.ts';
import { setArrays } from '../src/repositories/arrays.ts';
import { createCompany, setManager } from '../src/repositories/companies.ts';
import { demoState, markAsDemo, setDemoState } from '../src/repositories/demo.ts';
import { setWifiVersions } from '../src/repositories/deviceVersions.ts';
import { setBehind } from '../src/repositories/gateways.ts';
import { membershipsOf, setMemberships } from '../src/repositories/memberships.ts';
import { addPage } from '../src/repositories/modulePages.ts';
import { addModules } from '../src/repositories/modules.ts';
import { setPublicPage } from '../src/repositories/publicPages.ts';
import { shareSite } from '../src/repositories/shares.ts';
import { createSite } from '../src/repositories/sites.ts';
import { createUser, newUid } from '../src/repositories/users.ts';
import { seedAlarms } from './demoAlarms.ts';
import { cameAt, seedArrivals } from './demoArrivals.ts';
import { seedDeeds } from './demoDeeds.ts';
import { asBuilt, seedReplaced } from './demoReplaced.ts';
import { seedDemoSerials } from './demoSerials.ts';
import { seedDocuments } from './documents.ts';
import { seedFirmware } from './firmware.ts';
import { GROUPS } from './menus.ts';
import { seedParameterSets } from './parameterSets.ts';

/** Who gets the published password. */
export const demoLogins: readonly { email: string; role: string }[] = demoUsers.filter(
  (user) => user.mayLogIn,
);

/** The published password of the demo logins. */
export const DEMO_PASSWORD = 'helioport-demo';

const groupOf = {
  admin: GROUPS.administrator,
  support: GROUPS.support,
  distributor: GROUPS.distributor,
  dealer: GROUPS.dealer,
  installer: GROUPS.installer,
  owner: GROUPS.endUser,
} as const;

/**
 * Creates the demo data once: a database with any user or plant, or from which it was deleted, stays unchanged. Returns
 * whether it was created.
 */
export async function seedDemo(tx: Tx, now: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users union all select 1 from sites limit 1`.execute(tx);
  if (rows.length > 0 || (await demoState(tx)) !== undefined) return false;
  const firstAt = cameAt(0, 1, now);

  const companyIds = new Map<string, number>();
  for (const company of demoCompanies) {
    const parentId = company.parentKey === null ? null : (companyIds.get(company.parentKey) ?? null);
    companyIds.set(company.key, await createCompany(tx, { ...company, parentId, createdAt: firstAt }));
  }

  const published = await hashPassword(DEMO_PASSWORD);
  // A random password: demo users without a published login cannot log in.
  const unknown = await hashPassword(newSecret());
  const userIds = new Map<string, number>();
  for (const [i, user] of demoUsers.entries()) {
    const id = await createUser(tx, {
      uid: newUid(now),
      email: user.email,
      passwordHash: user.mayLogIn ? published : unknown,
      groupId: groupOf[user.role],
      companyId: user.companyKey === null ? null : (companyIds.get(user.companyKey) ?? null),
      contactPerson: user.name,
      countryCode: user.countryCode,
      isCompanyOwner: user.companyKey !== null,
      createdAt: cameAt(i, demoUsers.length, now),
    });
    if (id !== undefined) userIds.set(user.email, id);
  }
  for (const { key, managerEmail } of demoCompanies) {
    const [companyId, managerId] = [companyIds.get(key), userIds.get(managerEmail)];
    if (companyId !== undefined && managerId !== undefined) await setManager(tx, companyId, managerId);
  }

  // The installer works for a second company, so that switching between companies can be tried.
  const [installerId, secondId] = [userIds.get('installer@demo.test'), companyIds.get('installerA2')];
  if (installerId !== undefined && secondId !== undefined)
    await setMemberships(tx, installerId, [...(await membershipsOf(tx, installerId)), secondId]);

  await seedPlants(tx, demoPlants.map(asBuilt), { userIds, companyIds }, new Date(now));
  await seedArrivals(tx, now);
  await seedReplaced(tx, userIds, now);
  await seedDemoSerials(tx, companyIds, firstAt.getTime());
  await seedDocuments(tx, now);
  await seedAlarms(tx, now);
  await seedDeeds(tx, userIds, now);
  await seedFirmware(tx, userIds.get('admin@demo.test') ?? null, now);
  await seedParameterSets(
    tx,
    {
      userId: userIds.get('installer@demo.test') ?? null,
      companyId: companyIds.get('installerA') ?? null,
    },
    now,
  );
  await markAsDemo(
    tx,
    unclaimedPlant.inverters.map(({ serial }) => snOf(firstVendor, serial)),
  );
  await setDemoState(tx, 'published');
  return true;
}

interface NewDevice {
  vendor: string;
  serial: string;
  part: string;
  kind: string;
  product: number | null;
  alias: string;
  modules: readonly DemoModule[];
}

/** Their numbers by sn. The machines of parts must be there. */
async function addDevices(
  tx: Tx,
  siteId: number,
  devices: readonly NewDevice[],
  now: Date,
): Promise<[string, number][]> {
  const { rows } = await sql<{ id: number; sn: string }>`
    insert into devices (vendor, serial, part, parent_id, site_id, kind, product_number, alias, created_at, claimed_at)
    select d.vendor, d.serial, d.part, m.id, ${siteId}, d.kind, d.product, d.alias, ${now}, ${now} from unnest(
      ${devices.map((d) => d.vendor)}::text[], ${devices.map((d) => d.serial)}::text[],
      ${devices.map((d) => d.part)}::text[], ${devices.map((d) => d.kind)}::text[],
      ${devices.map((d) => d.product)}::int[], ${devices.map((d) => d.alias)}::text[])
      as d(vendor, serial, part, kind, product, alias)
    left join devices m on d.part <> '' and m.vendor = d.vendor and m.serial = d.serial and m.part = ''
    on conflict (vendor, serial, part) do update set site_id = excluded.site_id, claimed_at = excluded.claimed_at
    returning id, sn`.execute(tx);
  return rows.map(({ id, sn }) => [sn, id]);
}

/** IDs of users by email address and of companies by key; missing ones own and see nothing. */
export interface Cast {
  userIds: ReadonlyMap<string, number>;
  companyIds: ReadonlyMap<string, number>;
}

/** Creates plants of the demo data, with their devices and modules. */
export async function seedPlants(tx: Tx, plants: readonly DemoPlant[], cast: Cast, now: Date): Promise<void> {
  for (const plant of plants) await seedPlant(tx, plant, cast, now);
}

async function seedPlant(tx: Tx, plant: DemoPlant, { userIds, companyIds }: Cast, now: Date): Promise<void> {
  const registeredDay = plant.sid.slice(3, 11).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
  const siteId = await createSite(tx, {
    ...plant,
    ownerId: userIds.get(plant.ownerEmail) ?? null,
    installerId: userIds.get(plant.installerEmail) ?? null,
    companyId: companyIds.get(plant.companyKey) ?? null,
    stateName: plant.state,
    zipCode: plant.zip,
    timezone: plant.timeZone,
    registeredAt: new Date(`${registeredDay}T09:30:00Z`),
    commissionedAt: plant.commissionedDay === null ? null : new Date(`${plant.commissionedDay}T10:00:00Z`),
  });
  const arrayIds = new Map(plant.arrays.map((plane, i) => [plane.key, i + 1]));
  await setArrays(
    tx,
    siteId,
    plant.arrays.map((plane) => ({ ...plane, id: arrayIds.get(plane.key) ?? 0, ratedW: 0 })),
  );

  const vendor = plant.inverters[0]?.own?.vendor ?? firstVendor;
  const isComposite = plant.compositeDevice !== undefined;
  const gateways = plant.gateways ?? [];
  const mine = { vendor: isComposite ? vendor : firstVendor, product: null, modules: [] };
  const parts: NewDevice[] = [
    ...plant.inverters.map((d) => ({
      ...d,
      vendor,
      part: isComposite ? 'inverter' : '',
      kind: inverterKindOf(vendor),
      product: d.productNumber,
    })),
    ...(plant.meter ? [{ ...plant.meter, ...mine, part: isComposite ? 'meter' : '', kind: 'meter' }] : []),
    ...(plant.battery
      ? [{ ...plant.battery, ...mine, part: isComposite ? 'battery' : '', kind: 'battery' }]
      : []),
    ...gateways.map((one) => ({ ...one, part: '', kind: 'gateway', product: null, modules: [] })),
  ];
  // A composite device precedes its components, which refer to it.
  const [first] = parts;
  const composite =
    plant.compositeDevice && first
      ? [{ ...first, ...mine, ...plant.compositeDevice, part: '', kind: 'allInOne' }]
      : [];
  const deviceIds = new Map(await addDevices(tx, siteId, composite, now));
  for (const [sn, id] of await addDevices(tx, siteId, parts, now)) deviceIds.set(sn, id);
  for (const gateway of gateways)
    await setBehind(tx, {
      siteId,
      gatewayId: deviceIds.get(snOf(gateway.vendor, gateway.serial)) ?? 0,
      deviceIds: gateway.behind.flatMap((serial) => deviceIds.get(snOf(vendor, serial)) ?? []),
    });
  await setWifiVersions(
    tx,
    parts.flatMap(({ vendor, serial, part, product }) => {
      const deviceId = deviceIds.get(snOf(vendor, serial, part));
      const wifiVersion = demoRadioVersions[productByNumber(product ?? 0)?.name ?? ''];
      return deviceId !== undefined && wifiVersion !== undefined ? [{ deviceId, wifiVersion }] : [];
    }),
  );
  // A plant that waits for its commissioning has yet to be drawn.
  const page =
    plant.commissionedDay === null
      ? {}
      : { page: await addPage(tx, { siteId, at: now, userId: null }, { name: 'Roof' }) };
  await addModules(
    tx,
    siteId,
    parts.flatMap((device) =>
      device.modules.map((module) => ({
        deviceId: deviceIds.get(snOf(device.vendor, device.serial, device.part)) ?? 0,
        addr: module.addr,
        arrayId: arrayIds.get(module.array) ?? null,
        ratedW: module.ratedW,
        xM: module.x,
        yM: module.y,
        ...page,
      })),
    ),
  );
  for (const share of plant.sharedWith) {
    const userId = userIds.get(share.email);
    if (userId !== undefined) await shareSite(tx, siteId, userId, share.right === 'edit');
  }
  // Owners who share their plant also have a public page.
  if (plant.sharedWith.length > 0)
    await setPublicPage(tx, siteId, {
      title: '',
      blocks: publicBlocks,
      isRenewed: false,
      now: now.getTime(),
    });
}
