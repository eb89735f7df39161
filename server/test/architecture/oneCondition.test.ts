// Status and severity are derived in one place (domain/src/condition.ts and its SQL equivalent). Screens and calls use
// the result: none of them compares alarms, status words or ages.
import fs from 'node:fs';
import path from 'node:path';
import { conditions, deviceCondition, plantCondition, severities } from '@helioport/domain/condition';
import { eventKinds } from '@helioport/domain/eventKinds';
import { reportingStateAt, reportingStates, statusOfState } from '@helioport/domain/state';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield file;
  }
}

/** What derives a severity or a shown state, and the only files that do. */
const derivations: readonly { what: RegExp; only: readonly string[] }[] = [
  // The severity of a status follows from the function alone.
  { what: /\b(?:plantCondition|deviceCondition)\(/, only: ['server/src/queries/stateNow.ts'] },
  { what: /\bconditionOfPlant\(|\bconditionSummaryOf\(/, only: ['server/src/queries/stateNow.ts'] },
  { what: /\bstatusSql\(/, only: ['server/src/timeseries/current/state.ts'] },
  // A chip, color or drawing that evaluates the level of a condition or a status word would be a second opinion.
  { what: /verdict\.level === '(?:bad|notice)' (?:\?|&& \(state)/, only: [] },
  { what: /\bisAlert\(|\bisDangerous\(/, only: [] },
];

/** Calls and screens that derive something by themselves. */
const offenders = (text: (file: string) => string): string[] =>
  [
    'web/src',
    'server/src/api',
    'server/src/queries',
    'server/src/jobs',
    'server/src/timeseries/query',
    'server/src/timeseries/current',
  ].flatMap((folder) =>
    [...sources(folder)].flatMap((file) =>
      derivations
        .filter(({ what, only }) => !only.includes(file) && what.test(text(file)))
        .map(({ what }) => `${file}: ${what}`),
    ),
  );

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

describe('severity', () => {
  it('is derived by no screen and by no call', () => {
    expect(offenders(read)).toEqual([]);
  });

  it('is derived by the named files, so that a renamed function is noticed', () => {
    for (const { what, only } of derivations) for (const file of only) expect(read(file)).toMatch(what);
  });

  it('that a screen derives is caught', () => {
    const planted = (file: string) =>
      file.endsWith('MapPins.tsx') ? `${read(file)}\nconst bad = isAlert(bits);` : read(file);
    expect(offenders(planted)).toHaveLength(1);
  });
});

describe('every condition', () => {
  it('has one severity and one number for clients, and every alarm has that of its kind', () => {
    for (const severity of Object.values(conditions)) expect(severities).toContain(severity);
    const facts = {
      reportingState: reportingStateAt(reportingStates.findIndex(({ state }) => state === 'live')),
      hasReported: true,
      statusBits: 0,
    };
    for (const { key, alarm, severity } of eventKinds.filter(({ alarm }) => alarm !== null)) {
      if (key === 'plantSilent') continue;
      const condition = plantCondition({ ...facts, open: key });
      expect([key, alarm !== null, condition.severity]).toEqual([key, true, severity]);
      expect(condition.status).toBe(statusOfState(condition.state));
    }
  });

  it('is worse with everything that is open: nothing that is added makes it better', () => {
    const place = (severity: (typeof severities)[number]) => severities.indexOf(severity);
    for (const reportingState of reportingStates)
      for (const statusBits of [0, 0x40, 0x4000])
        for (const { key, alarm } of eventKinds) {
          if (alarm === null) continue;
          const facts = { reportingState, hasReported: true, statusBits };
          for (const of of [plantCondition, deviceCondition])
            expect(place(of({ ...facts, open: key }).severity)).toBeLessThanOrEqual(
              place(of({ ...facts, open: null }).severity),
            );
        }
  });
});
