import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Alarm,
  type AlarmChange,
  type AlarmSign,
  alarmChanges,
  alarmKinds,
  alarmStateOf,
  reportedLate,
} from './alarms.ts';
import { HOUR_MS } from './duration.ts';

const NOW = Date.UTC(2026, 5, 21, 10);

const sign = (kind: string, more: Partial<AlarmSign> = {}): AlarmSign => ({
  siteId: 1,
  kind,
  deviceId: 0,
  findingId: 0,
  deviceIds: [7],
  addrs: [],
  isSo: 'yes',
  sinceMs: NOW - HOUR_MS,
  sinceDay: '2026-06-21',
  lastedMs: HOUR_MS,
  ...more,
});

/** What is kept after changes were written down, as the store does it. */
function written(alarms: readonly Alarm[], changes: readonly AlarmChange[], nowMs: number): Alarm[] {
  const kept = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  for (const change of changes) {
    if (!('sign' in change)) {
      const ended = change.step === 'gone' ? 'gone' : 'over';
      kept.set(change.id, { ...kept.get(change.id)!, endedAtMs: nowMs, ended, isSo: false, isFolded: false });
    } else {
      const id = change.step === 'raised' ? kept.size + 1 : change.id;
      const before = kept.get(id);
      const { siteId, kind, deviceId, findingId, deviceIds, addrs, sinceDay, isSo } = change.sign;
      const isWider = change.step === 'grown';
      kept.set(id, {
        id,
        siteId,
        kind,
        deviceId,
        findingId,
        deviceIds,
        addrs,
        sinceDay,
        isSo: isSo === 'yes',
        isFolded: change.isFolded,
        endedAtMs: null,
        ended: null,
        acknowledgedAtMs: isWider ? null : (before?.acknowledgedAtMs ?? null),
        snoozedUntilMs: isWider ? null : (before?.snoozedUntilMs ?? null),
      });
    }
  }
  return [...kept.values()];
}

const nothingGone = () => false;
const look = (signs: AlarmSign[], alarms: Alarm[] = [], nowMs = NOW) =>
  alarmChanges({ signs, alarms, isGone: nothingGone, nowMs });
const after = (signs: AlarmSign[], alarms: Alarm[] = [], nowMs = NOW) =>
  written(alarms, look(signs, alarms, nowMs), nowMs);

describe('an alarm', () => {
  it('is raised once its event lasted as long as its kind asks, by every kind of its own', () => {
    for (const { kind, rule } of alarmKinds) {
      const short = sign(kind, { lastedMs: rule.delayMs - 1 });
      expect(look([short]).length, kind).toBe(0);
      expect(look([sign(kind, { lastedMs: rule.delayMs })]), kind).toMatchObject([{ step: 'raised' }]);
    }
    expect(alarmKinds.map(({ kind }) => kind)).not.toContain('0002');
  });

  it('is none for a kind that nobody knows, and for a note', () => {
    expect(look([sign('nonsense'), sign('0002', { lastedMs: 99 * HOUR_MS })])).toEqual([]);
  });

  it('ends when it is no longer so, and is the same when it comes back within its time', () => {
    const raised = after([sign('0040')]);
    const ended = after([], raised);
    expect(alarmStateOf(ended[0]!, NOW)).toBe('cleared');
    expect(look([sign('0040')], ended, NOW + 23 * HOUR_MS)).toMatchObject([{ step: 'reopened', id: 1 }]);
    const known = ended.map((one) => ({ ...one, acknowledgedAtMs: NOW }));
    expect(alarmStateOf(after([sign('0040')], known)[0]!, NOW)).toBe('acknowledged');
    expect(look([sign('0040')], ended, NOW + 25 * HOUR_MS)).toMatchObject([{ step: 'raised' }]);
  });

  it('that was taken for over although what was found went on did not end, unless a user closed it', () => {
    const long = sign('makesNothing', { sinceMs: NOW - 60 * 24 * HOUR_MS });
    const ended = after([], after([long]));
    expect(look([long], ended, NOW + HOUR_MS)).toMatchObject([{ step: 'resumed', id: 1 }]);
    const closed = ended.map((one) => ({ ...one, ended: 'byHand' as const }));
    expect(look([long], closed, NOW + HOUR_MS)).toMatchObject([{ step: 'reopened' }]);
    const again = sign('makesNothing', { sinceMs: NOW + HOUR_MS / 2 });
    expect(look([again], ended, NOW + HOUR_MS)).toMatchObject([{ step: 'reopened' }]);
  });

  it('stays while nobody can tell, and says so', () => {
    const raised = after([sign('0040')]);
    const unknown = sign('0040', { isSo: 'unknown', deviceIds: [] });
    const kept = after([unknown], raised);
    expect(kept).toMatchObject([{ isSo: false, endedAtMs: null, deviceIds: [7] }]);
    expect(look([unknown], kept)).toEqual([]);
    expect(look([unknown])).toEqual([]);
  });

  it('is news again when another module joins, and not when one more inverter tells of the grid', () => {
    const modules = (addrs: number[]) => sign('modulesMakeNothing', { deviceId: 7, addrs });
    const raised = after([modules([1])]).map((one) => ({ ...one, acknowledgedAtMs: NOW }));
    const grown = after([modules([1, 2])], raised);
    expect(alarmStateOf(grown[0]!, NOW)).toBe('open');
    expect(look([modules([2])], grown)).toMatchObject([{ step: null }]);
    const grid = after([sign('0040')]).map((one) => ({ ...one, acknowledgedAtMs: NOW }));
    const wider = after([sign('0040', { deviceIds: [7, 8] })], grid);
    expect(alarmStateOf(wider[0]!, NOW)).toBe('acknowledged');
    expect(wider[0]!.deviceIds).toEqual([7, 8]);
  });

  it('ends as gone with what it was about, folded or not', () => {
    const raised = after([sign('makesNothing', { deviceId: 7 })]);
    expect(alarmChanges({ signs: [], alarms: raised, isGone: () => true, nowMs: NOW })).toMatchObject([
      { step: 'gone' },
    ]);
  });

  it('is open, acknowledged, snoozed until then, cleared or recovered', () => {
    const still = { endedAtMs: null, ended: null, acknowledgedAtMs: null, snoozedUntilMs: null };
    expect(alarmStateOf(still, NOW)).toBe('open');
    expect(alarmStateOf({ ...still, acknowledgedAtMs: 1 }, NOW)).toBe('acknowledged');
    expect(alarmStateOf({ ...still, snoozedUntilMs: NOW + 1 }, NOW)).toBe('snoozed');
    expect(alarmStateOf({ ...still, snoozedUntilMs: NOW }, NOW)).toBe('open');
    expect(alarmStateOf({ ...still, endedAtMs: 1, ended: 'recovered' }, NOW)).toBe('recovered');
  });
});

describe('a silent plant', () => {
  const silent = sign('plantSilent', { deviceIds: [] });
  it('speaks for its devices: what is below it is kept, but folded until it speaks again', () => {
    const dead = (id: number) => sign('makesNothing', { deviceId: id, deviceIds: [id] });
    const grid = sign('0040', { isSo: 'unknown' });
    const raised = after([dead(7), sign('0040')]);
    const muted = after([silent, grid, dead(7), dead(9)], raised);
    expect(muted.map(({ kind, isFolded, endedAtMs }) => [kind, isFolded, endedAtMs])).toEqual([
      ['makesNothing', true, null],
      ['0040', true, null],
      ['plantSilent', false, null],
      ['makesNothing', true, null],
    ]);
    const back = after([dead(7)], muted);
    expect(back.map(({ kind, isFolded, endedAtMs }) => [kind, isFolded, endedAtMs])).toEqual([
      ['makesNothing', false, null],
      ['0040', false, NOW],
      ['plantSilent', false, NOW],
      ['makesNothing', false, NOW],
    ]);
  });

  it('does not speak for other plants', () => {
    expect(look([silent, sign('0040', { siteId: 2 })])).toHaveLength(2);
  });

  it('a silent device speaks for its codes, not for those of others', () => {
    const raised = after([sign('0040'), sign('0080', { deviceIds: [7, 8] })]);
    const muted = after(
      [sign('silent'), ...raised.map(({ kind, deviceIds }) => sign(kind, { deviceIds }))],
      raised,
    );
    expect(muted.map(({ kind, isFolded }) => [kind, isFolded])).toEqual([
      ['0040', true],
      ['0080', false],
      ['silent', false],
    ]);
  });
});

describe('a grave code', () => {
  const dead = sign('makesNothing', { deviceId: 7 });
  it('says why its inverter makes nothing, the grid does not', () => {
    const changes = after([dead, sign('2000'), sign('0040')], after([sign('2000'), sign('0040')]));
    expect(changes.map(({ kind, isFolded }) => [kind, isFolded])).toEqual([
      ['2000', false],
      ['0040', false],
      ['makesNothing', true],
    ]);
    expect(look([dead, sign('0040')], changes)).toMatchObject([
      { step: null, isFolded: false },
      { step: 'cleared' },
    ]);
  });

  it('says nothing of another inverter', () => {
    const other = sign('makesNothing', { deviceId: 8, deviceIds: [8] });
    expect(look([other, sign('2000')], after([sign('2000')]))).toMatchObject([
      { step: 'raised', isFolded: false },
    ]);
  });
});

describe('whatever happens', () => {
  const anySign = fc
    .record({
      siteId: fc.integer({ min: 1, max: 2 }),
      kind: fc.constantFrom('plantSilent', 'silent', 'makesNothing', '0040', '2000'),
      device: fc.integer({ min: 1, max: 3 }),
      deviceIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
      addrs: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
      isSo: fc.constantFrom('yes' as const, 'unknown' as const),
      lastedMs: fc.integer({ min: 0, max: 2 * HOUR_MS }),
    })
    .map(({ device, ...one }) =>
      sign(one.kind, {
        ...one,
        ...(one.kind === 'makesNothing' ? { deviceId: device, deviceIds: [device] } : {}),
      }),
    );
  const anyLook = fc.uniqueArray(anySign, {
    selector: ({ siteId, kind, deviceId }) => `${siteId}/${kind}/${deviceId}`,
    maxLength: 8,
  });

  it('a cause has one open alarm, a second look changes nothing, and what is unknown raises and ends nothing', () => {
    fc.assert(
      fc.property(fc.array(anyLook, { minLength: 1, maxLength: 8 }), (looks) => {
        let alarms: Alarm[] = [];
        let nowMs = NOW;
        for (const signs of looks) {
          nowMs += HOUR_MS;
          const changes = look(signs, alarms, nowMs);
          const next = written(alarms, changes, nowMs);
          expect(look(signs, next, nowMs)).toEqual([]);
          const open = next.filter(({ endedAtMs }) => endedAtMs === null);
          const keys = open.map(({ siteId, kind, deviceId }) => `${siteId}/${kind}/${deviceId}`);
          expect(new Set(keys).size).toBe(keys.length);
          for (const one of signs.filter(({ isSo }) => isSo === 'unknown')) {
            const countOf = (all: Alarm[]) =>
              all.filter(
                (a) =>
                  a.endedAtMs === null &&
                  a.siteId === one.siteId &&
                  a.kind === one.kind &&
                  a.deviceId === one.deviceId,
              ).length;
            expect(countOf(next)).toBe(countOf(alarms));
          }
          const muted = new Set(open.filter((a) => a.kind === 'plantSilent').map((a) => a.siteId));
          for (const alarm of open)
            if (muted.has(alarm.siteId)) expect(alarm.isFolded).toBe(alarm.kind !== 'plantSilent');
          alarms = next;
        }
      }),
    );
  });
});

describe('a silence whose reports came after all', () => {
  const berlin = { latitude: 52.52, longitude: 13.41 };
  const fromMs = NOW;
  const toMs = NOW + 72 * HOUR_MS;
  const every = (ms: number, to = toMs) =>
    Array.from({ length: Math.floor((to - fromMs) / ms) }, (_, i) => fromMs + (i + 1) * ms);
  it('was none', () => {
    expect(reportedLate({ fromMs, toMs, readingsAtMs: every(HOUR_MS), ...berlin })).toBe(true);
    const byDay = every(HOUR_MS / 4).filter((at) => {
      const hour = new Date(at).getUTCHours();
      return hour >= 4 && hour < 19;
    });
    expect(reportedLate({ fromMs, toMs, readingsAtMs: byDay, ...berlin })).toBe(true);
  });
  it('was one where a day is still missing, and where nothing came', () => {
    expect(reportedLate({ fromMs, toMs, readingsAtMs: every(HOUR_MS, NOW + 48 * HOUR_MS), ...berlin })).toBe(
      false,
    );
    expect(reportedLate({ fromMs, toMs, readingsAtMs: [], ...berlin })).toBe(false);
    expect(
      reportedLate({ fromMs, toMs, readingsAtMs: every(6 * HOUR_MS), latitude: null, longitude: null }),
    ).toBe(false);
  });
});
