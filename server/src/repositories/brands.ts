// Table brands: the names and faces that the portal can wear.
import { defaultBrand } from '@helioport/domain/brands';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { fileAddress } from './files.ts';

export interface BrandRow
  extends Columns<
    'brands',
    | 'id'
    | 'name'
    | 'company'
    | 'supportMail'
    | 'logoHash'
    | 'siderTheme'
    | 'openRegistration'
    | 'maintenance'
    | 'privacyPolicy'
    | 'appStoreUrl'
    | 'playStoreUrl'
  > {
  /** Host names under which the portal wears this brand. */
  hosts: string[];
}

const columns = sql`id, name, company, support_mail as "supportMail", logo_hash as "logoHash",
  sider_theme as "siderTheme", open_registration as "openRegistration", maintenance, hosts,
  privacy_policy as "privacyPolicy", app_store_url as "appStoreUrl", play_store_url as "playStoreUrl"`;

/** All brands, by number. */
export async function allBrands(db: Db | Tx): Promise<BrandRow[]> {
  const { rows } = await sql<BrandRow>`select ${columns} from brands order by id`.execute(db);
  return rows;
}

/** All brands, held for this transaction, so that no host name is given twice at the same moment. */
export async function lockBrands(tx: Tx): Promise<BrandRow[]> {
  const { rows } = await sql<BrandRow>`select ${columns} from brands order by id for update`.execute(tx);
  return rows;
}

/** Writes a brand down as it now is. */
export async function updateBrand(tx: Tx, brand: BrandRow): Promise<void> {
  await sql`
    update brands set name = ${brand.name}, company = ${brand.company}, support_mail = ${brand.supportMail},
      logo_hash = ${brand.logoHash}, sider_theme = ${brand.siderTheme},
      open_registration = ${brand.openRegistration}, maintenance = ${brand.maintenance}, hosts = ${brand.hosts}::text[],
      privacy_policy = ${brand.privacyPolicy}, app_store_url = ${brand.appStoreUrl},
      play_store_url = ${brand.playStoreUrl}
    where id = ${brand.id}`.execute(tx);
}

/** Address of a brand's logo: its own picture, else the built-in one. */
export const brandLogo = (logoHash: string | null): string => fileAddress(logoHash) || defaultBrand.logo;
