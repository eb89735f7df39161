import { IMPORTS_MAX, type imports } from '@helioport/contract/imports';
import type { Upload } from '@helioport/contract/upload';
import { importVendor } from '@helioport/domain/historyImports';
import { DAY_MINUTES } from '@helioport/protocol/history/recognize';
import { sql } from 'kysely';
import { withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { safeFileName } from '../../platform/fileKinds.ts';
import type { Table } from '../../platform/sheets.ts';
import { type ImportPlan, serialOfRole } from '../../queries/imports/plan.ts';
import { hasUnits, importedKinds, mappingOf, planOf, readImport } from '../../queries/imports/readFile.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { claim } from '../../repositories/claims.ts';
import { addImport, describeImported, newImportSerial } from '../../repositories/historyImports.ts';
import { moveDevice } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

const ALIAS_MAX = 60;

interface Prepared {
  file: Upload;
  table: Table;
}

export default withPreparation<typeof imports.start, Prepared>(
  async (call) => {
    await siteToChange(call, call.input.sid);
    const file = call.input.file ?? fail('request.invalid', { field: 'file' });
    return { file, table: await readImport(file.data) };
  },
  async (call, { file, table }) => {
    const { input, tx, me, now } = call;
    const { id: siteId, companyId, timezone: timeZone } = await siteToChange(call, input.sid);
    // Imports of a plant start one after the other, before any row is locked.
    await holdRollUps(tx, siteId);
    const { rows } = await sql<{ count: number; open: number }>`
      select count(*)::int as count, (count(*) filter (where state in ('waiting', 'storing', 'rolling')))::int as open
      from history_imports where site_id = ${siteId}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= IMPORTS_MAX) fail('imports.tooMany');
    // Days of another import have no totals yet, so that they could be imported twice.
    if ((rows[0]?.open ?? 0) > 0) fail('imports.busy');

    const mapping = mappingOf(table, input.choices);
    if (!hasUnits(mapping) || (mapping.isOrderOpen && input.choices.dateOrder === undefined))
      fail('imports.undecided');
    const { series, skip } = await planOf(tx, table, mapping, { siteId, timeZone, days: input.days, now });
    const [firstDay, lastDay] = [series.days[0], series.days.at(-1)];
    if (firstDay === undefined || lastDay === undefined) return fail('imports.nothingLeft');
    const serial = newImportSerial();
    const fileName = safeFileName(file.filename) || 'import';
    const plan: ImportPlan = { choices: input.choices, timeZone, skip };
    const id = await addImport(tx, {
      siteId,
      fileName,
      serial,
      plan,
      firstDay,
      lastDay,
      now,
      source: mapping.source,
      stepMinutes: mapping.stepMinutes,
      content: file.data,
      days: series.days.length,
      skippedDays: series.skipped.length,
      totals: series.totals,
      readings: series.devices.reduce((sum, { readings }) => sum + readings.length, 0),
      userId: me.ownUserId,
    });
    for (const { role, readings } of series.devices) {
      const alias = fileName.replace(/\.\w{2,4}$/, '').slice(0, ALIAS_MAX);
      const claimed = await claim(
        tx,
        { vendor: importVendor, serial: serialOfRole(serial, role), siteId, alias, now },
        moveDevice,
      );
      if (claimed.status !== 'claimed') throw new Error(`device of import ${serial} not created`);
      const firstSeenMs = readings[0]!.atMs;
      await describeImported(tx, claimed.deviceId, {
        kind: importedKinds[role],
        firstSeenMs,
        // One reading per day cannot show missing ones: such a device is due on no day.
        retiredMs: mapping.stepMinutes === DAY_MINUTES ? firstSeenMs : readings.at(-1)!.atMs + 1,
      });
    }
    await writeAudit(tx, me, now, {
      action: 'imports.start',
      subject: fileName,
      siteId,
      companyId,
      detail: { sid: input.sid, days: series.days.length },
    });
    return { id };
  },
);
