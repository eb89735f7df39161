import { FINDINGS_EXPORTED_MAX, type finding } from '@helioport/contract/finding';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { csvFile, type TableCell } from '../../queries/device/tableFiles.ts';
import { findingConditions, findingOrder } from '../../queries/finding/filters.ts';
import {
  type FindingRow,
  findingColumns,
  findingJoins,
  findingRowOf,
  type StoredFinding,
} from '../../queries/finding/rows.ts';

/** Columns of the file, by the names that the API has for them. */
const columns: Readonly<Record<string, (row: FindingRow) => TableCell>> = {
  id: ({ id }) => id,
  plant: ({ plant }) => plant,
  plantName: ({ plantName }) => plantName,
  scope: ({ scope }) => scope,
  module: ({ module }) => module,
  device: ({ device }) => device,
  deviceName: ({ deviceName }) => deviceName,
  array: ({ array }) => array,
  arrayName: ({ arrayName }) => arrayName,
  modules: ({ modules }) => modules.map(({ plcSN }) => plcSN).join(' '),
  cause: ({ cause }) => cause,
  confidence: ({ confidence }) => confidence,
  probability: ({ probability }) => probability,
  isFault: ({ isFault }) => String(isFault),
  since: ({ since }) => since,
  until: ({ until }) => until,
  detectedAt: ({ detectedAt }) => detectedAt,
  lostKwh: ({ lostKwh }) => lostKwh,
  lostMoney: ({ lostMoney }) => lostMoney,
  currency: ({ currency }) => currency,
  lostKwhPerYear: ({ lostKwhPerYear }) => lostKwhPerYear,
  lostMoneyPerYear: ({ lostMoneyPerYear }) => lostMoneyPerYear,
  recoveredKwhPerDay: ({ recovered }) => recovered?.kwhPerDay ?? null,
  sentence: ({ sentence }) => sentence,
};

export default handler<typeof finding.export>(async ({ input, me, visible, tx, now, lan }) => {
  const { rows } = await sql<StoredFinding>`
    select ${findingColumns({ visible, me, now })}
    from finding f join ${visible.sites} s on s.id = f.site_id ${findingJoins}
    where ${findingConditions(input)} ${findingOrder(input)} limit ${FINDINGS_EXPORTED_MAX}`.execute(tx);
  const findings = rows.map((row) => findingRowOf(row, { lan, now }));
  const { mime, bytes } =
    input.format === 'csv'
      ? csvOf(findings)
      : { mime: 'application/json', bytes: Buffer.from(`${JSON.stringify({ findings }, null, 1)}\n`) };
  return {
    fileName: `findings-${new Date(now).toISOString().slice(0, 10)}.${input.format}`,
    type: mime,
    base64: bytes.toString('base64'),
  };
});

function csvOf(findings: readonly FindingRow[]) {
  const file = csvFile(Object.keys(columns));
  const rows = file.add(findings.map((row) => Object.values(columns).map((of) => of(row))));
  return { mime: file.mime, bytes: Buffer.concat([rows, file.end()]) };
}
