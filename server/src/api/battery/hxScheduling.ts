import type { battery } from '@helioport/contract/battery';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { type BatterySchedule, canonicalSchedule, problemOf } from '@helioport/domain/batterySchedule';
import { hasStorage } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findOfKind, sendSettings } from '../../queries/command/settings.ts';

export default handler<typeof battery.hxScheduling>(async (call) => {
  const { input } = call;
  const found = await findOfKind(call, input, hasStorage);
  const { schedule, minutes, requestId } = input;
  const more = schedule ? { more: { schedule: goodSchedule(schedule) } } : {};
  return sendSettings(call, found, { values: {}, ...more, minutes, requestId });
});

/** Minutes since midnight of `HH:mm`. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A window without start or end is empty. */
const spanOf = (from: string | null | undefined, to: string | null | undefined) =>
  from && to ? { from: minuteOf(from), to: minuteOf(to) } : { from: 0, to: 0 };

/** The schedule that was wished; the call ends where it cannot be. */
function goodSchedule({
  windows,
  reserve,
  gridCharging,
}: NonNullable<ParsedOf<typeof battery.hxScheduling>['schedule']>): BatterySchedule {
  const schedule = canonicalSchedule({
    windows: windows.map(({ days, from, to, mode, power, target }) => ({
      days,
      ...spanOf(from, to),
      mode,
      powerW: power ?? null,
      targetRatio: target == null ? null : target / 100,
    })),
    reserveRatio: reserve / 100,
    isGridCharging: gridCharging,
  });
  const problem = problemOf(schedule);
  return problem ? fail(`schedule.${problem.key}`) : schedule;
}
