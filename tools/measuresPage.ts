// The page of measures, docs/measures.md, from the catalogue. `npx tsx tools/measuresPage.ts --write` writes it.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { allMeasures, type Measure, shownAs } from '@helioport/domain/measures';
import english from '@helioport/locales/en.json' with { type: 'json' };
import { measureColumns } from '@helioport/server/timeseries/catalogue';

const words: Readonly<Record<string, string>> = english;
const perText = {
  device: 'device',
  input: 'input',
  both: 'device, input',
  phase: 'phase',
} as const satisfies Record<Measure['per'], string>;

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);

function measureRow(measure: Measure): string {
  const { key, unit, storedPerUnit, overTime, overDevices, per, field, partField } = measure;
  const columns = measureColumns.filter((column) => column.key === key).map(({ name }) => code(name));
  const fields = [code(field), partField === undefined ? '' : `${code(partField)} of each`].filter(Boolean);
  return row([
    code(key),
    words[measure.word] ?? '',
    unit === 'ratio' ? `ratio, shown in ${shownAs(measure).unit}` : unit,
    String(1 / storedPerUnit),
    perText[per],
    overTime,
    overDevices,
    fields.join(', '),
    columns.join(', '),
  ]);
}

/** The text of docs/measures.md. */
export const measuresPage = (): string => `# Measures

Written from the catalogue in \`domain/src/measureList.ts\` by \`npx tsx tools/measuresPage.ts --write\`; do not edit it here.
A report carries the fields named below; answers, exports and \`series[].key\` name measures by their key.

${row(['key', 'words', 'unit', 'step', 'of each', 'over time', 'over devices', 'field of a report', 'columns'])}
${row(Array.from({ length: 9 }, () => '---'))}
${allMeasures.map(measureRow).join('\n')}

## Kinds of devices

${row(['kind', 'number', 'lines always offered', 'power', 'counters of its day'])}
${row(Array.from({ length: 5 }, () => '---'))}
${deviceKinds
  .map(({ key, code: number, measures, power, counters }) =>
    row([
      code(key),
      String(number),
      measures.map(code).join(', '),
      code(power ?? undefined),
      (counters ?? []).map(code).join(', '),
    ]),
  )
  .join('\n')}
`;

const file = new URL('../docs/measures.md', import.meta.url);
if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write'))
  fs.writeFileSync(file, measuresPage());
