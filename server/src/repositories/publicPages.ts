// Table public_pages: plants with a public page, and its content.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

export interface PublicPage extends Columns<'public_pages', 'token' | 'title'> {
  blocks: readonly string[];
}

/** The page of a plant; undefined: it has none. */
export async function publicPageOf(tx: Tx, siteId: number): Promise<PublicPage | undefined> {
  const { rows } = await sql<PublicPage>`
    select token, title, blocks from public_pages where site_id = ${siteId}`.execute(tx);
  return rows[0];
}

/** The plant and page of a token. */
export async function pageOfToken(
  tx: Tx,
  token: string,
): Promise<(PublicPage & { siteId: number; sid: string }) | undefined> {
  const { rows } = await sql<PublicPage & { siteId: number; sid: string }>`
    select p.token, p.title, p.blocks, s.id as "siteId", s.sid from public_pages p join sites s on s.id = p.site_id
    where p.token = ${token}`.execute(tx);
  return rows[0];
}

/** Makes or changes the page of a plant. Its address stays unless `isRenewed`; the one before leads nowhere then. */
export async function setPublicPage(
  tx: Tx,
  siteId: number,
  page: { title: string; blocks: readonly string[]; isRenewed: boolean; now: number },
): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  await sql`
    insert into public_pages as p (site_id, token, title, blocks, created_at)
    values (${siteId}, ${token}, ${page.title}, ${[...page.blocks]}::text[], ${new Date(page.now)})
    on conflict (site_id) do update set title = excluded.title, blocks = excluded.blocks,
      token = case when ${page.isRenewed} then excluded.token else p.token end`.execute(tx);
}

/** Deletes the public page of a plant; its URL becomes invalid immediately. */
export async function deletePublicPage(tx: Tx, siteId: number): Promise<void> {
  await sql`delete from public_pages where site_id = ${siteId}`.execute(tx);
}
