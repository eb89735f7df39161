// What was imported of a plant, for lists.
import { sql } from 'kysely';

/** SQL: Wh of all imported days of the plant `s`; null without any. */
export const importedTotalSql = sql`(select sum(i.energy_wh) from imported_device i where i.site_id = s.id)`;

/** SQL: Wh of all imported days of the device `d`; null without any. */
export const importedOfDeviceSql = sql`(
  select i.energy_wh from imported_device i where i.site_id = d.site_id and i.device_id = d.id)`;
