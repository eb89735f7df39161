// The brands that the portal can wear. They are data: an operator edits them afterwards, so what is there already is
// never touched.
import { brands } from '@helioport/domain/brands';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';

/** Adds the brands that are missing. */
export async function seedBrands(tx: Tx): Promise<void> {
  for (const brand of brands) {
    await sql`
      insert into brands (id, name, company, support_mail, sider_theme, open_registration, maintenance)
      values (${brand.id}, ${brand.name}, ${brand.company}, ${brand.supportMail}, ${brand.siderTheme},
              ${brand.openRegistration}, ${brand.maintenance})
      on conflict do nothing`.execute(tx);
  }
}
