// Snow follows from the weather and is not drawn at random: its episodes are collected from the simulated losses.
import { DAY_MS } from '@helioport/domain/duration';
import { deadlineOf } from './causes.ts';
import type { Fault, PlantSpec } from './model.ts';
import type { DayTruth } from './simulate.ts';

interface Episode {
  readonly fault: Fault;
  readonly lostWh: number;
  readonly days: number;
}

/** Share of a day's energy from which snow counts. */
const LEAST_SHARE = 0.05;
/** An episode is scored from this share of its days' energy on, and from two days. */
const SCORED_SHARE = 0.35;

export class SnowEpisodes {
  private readonly spec: PlantSpec;
  private readonly list: {
    sinceMs: number;
    untilMs: number;
    lostWh: number;
    totalWh: number;
    days: number;
  }[] = [];

  constructor(spec: PlantSpec) {
    this.spec = spec;
  }

  add(startMs: number, endMs: number, { snowWh, totalWh }: DayTruth): void {
    if (snowWh <= LEAST_SHARE * (totalWh + snowWh) || snowWh < 1) return;
    const last = this.list.at(-1);
    // A day in between does not end an episode.
    if (last && startMs - last.untilMs < 1.5 * DAY_MS) {
      Object.assign(last, { untilMs: endMs, lostWh: last.lostWh + snowWh, days: last.days + 1 });
      last.totalWh += totalWh;
    } else this.list.push({ sinceMs: startMs, untilMs: endMs, lostWh: snowWh, totalWh, days: 1 });
  }

  faults(): Episode[] {
    return this.list.map(({ sinceMs, untilMs, lostWh, totalWh, days }, i) => ({
      lostWh,
      days,
      fault: {
        id: `${this.spec.id}-snow${i + 1}`,
        cause: 'snow',
        alsoRight: [],
        scope: 'plant',
        subjectId: null,
        moduleIds: this.spec.modules.map(({ model }) => model.id),
        sinceMs,
        untilMs,
        deadlineDays: deadlineOf('snow'),
        variant: `${days} days, ${Math.round((100 * lostWh) / (lostWh + totalWh))} % of the energy`,
        effect: { kind: 'entry' },
      },
    }));
  }

  /** The heaviest episode of the plant, if it is worth being found. */
  scored(episodes: readonly Episode[]): Fault[] {
    const share = ({ lostWh }: Episode, i: number) => lostWh / (lostWh + this.list[i]!.totalWh);
    const worth = episodes.filter((one, i) => one.days >= 2 && share(one, i) >= SCORED_SHARE);
    worth.sort((a, b) => b.lostWh - a.lostWh);
    return worth.slice(0, 1).map(({ fault }) => fault);
  }
}
