// The response to a frame: the current time only.

/** A moment on the wall of the plant. A `Temporal.ZonedDateTime` or `PlainDateTime` is one. */
export interface WallClock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * The body of the answer: 14 digits YYYYMMDDHHMMSS, by which the device sets its clock. Several authors saw exactly
 * this from the vendor's server. Local time of the plant is the safe choice of zone: counters reset at dawn anyway.
 */
export function clockAnswer(clock: WallClock): string {
  const { year, month, day, hour, minute, second } = clock;
  const twoDigits = [month, day, hour, minute, second].map((n) => String(n).padStart(2, '0'));
  return String(year).padStart(4, '0') + twoDigits.join('');
}
