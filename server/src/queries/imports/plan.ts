// What the job of an import needs to read its file in the same way as the preview did.
import type { ImportChoices } from '@helioport/contract/imports';
import type { HistoryRole } from '@helioport/domain/historyImports';
import type { SkippedDays } from './readFile.ts';

export interface ImportPlan {
  choices: ImportChoices;
  timeZone: string;
  skip: SkippedDays;
}

const suffix = { pv: 'PV', grid: 'GRID', battery: 'BATT' } as const;

/** The serial number of the device of a role. */
export const serialOfRole = (serial: string, role: HistoryRole): string => `${serial}-${suffix[role]}`;
