import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';

const layoutInfo: Handler<typeof site.layoutInfo> = async ({ input, visible, tx }) => {
  const { rows } = await sql<OutputOf<typeof site.layoutInfo>>`
    select s.sid, s.name as "siteName", s.layout_picture as "layoutPic", s.layout_scale as "layoutScale"
    from ${visible.sites} s where s.sid = ${input.sid}`.execute(tx);
  return rows[0] ?? fail('site.unknown');
};

export default layoutInfo;
