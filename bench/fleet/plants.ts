// Plants of a fleet: the requested number, with locations and climates of the demo data and their share of the modules.
// The same number gives the same plant in every run.
import { demoPlants } from '@helioport/demo/plants';
import { serialAfter, wire } from '@helioport/demo/roofs';
import type { DemoPlant, ModuleFlaw, PlantFault } from '@helioport/demo/world';
import { chance, seedOf } from '@helioport/simulator/noise';

/** First serial number of fleet inverters; no others use this range. */
const FIRST_SERIAL = '70000001';
/** Of the only model with a channel for each of several modules whose frames are known. */
const INPUTS = 4;
const RATED_W = 500;
const COLUMNS = 20;
/** Around each place. */
const SKIES = 4;
/** Of so many modules one is dead, one has lost a third, one is dirty. */
const FLAWED_OF = 250;
/** Of so many inverters one is silent now and then, and of so many one has holes in its days. */
const SILENT_OF = 60;
const HOLES_OF = 25;

/** Locations and climates: those of demo plants without composite devices. */
const places = demoPlants.filter(({ commissionedDay, inverters }) => {
  return commissionedDay !== null && inverters.every(({ own }) => own === undefined);
});

/** `modules` of a fleet, spread over plants as evenly as they go. */
export interface FleetSize {
  readonly plants: number;
  readonly modules: number;
}

const flaws: readonly ModuleFlaw[] = [
  { kind: 'dead' },
  { kind: 'diode' },
  { kind: 'soiled', lossRatio: 0.2 },
];

/** Which of a fleet's plants are made, and what tells fleets in one database apart. */
export interface FleetPart {
  readonly from?: number;
  /** Not included. */
  readonly to?: number;
  /** Distinguishes IDs and serial numbers of several fleets, 0 to 15. */
  readonly tag?: number;
}

/** The plants of a fleet of that size, or some of them. */
export function fleetPlants(
  { plants, modules }: FleetSize,
  { from = 0, to = plants, tag = 0 }: FleetPart = {},
): DemoPlant[] {
  const upTo = (plant: number) => Math.floor((modules * plant) / plants);
  const most = Math.ceil(Math.ceil(modules / plants) / INPUTS);
  return Array.from({ length: to - from }, (_, i) => {
    const plant = from + i;
    const count = upTo(plant + 1) - upTo(plant);
    return fleetPlant(plant, count, serialAfter(FIRST_SERIAL, tag * 0x100_0000 + plant * most), tag);
  });
}

function fleetPlant(number: number, modules: number, firstSerial: string, tag: number): DemoPlant {
  const place = places[number % places.length]!;
  const dice = seedOf('fleet', tag, number);
  const serials = Array.from({ length: Math.ceil(modules / INPUTS) }, (_, i) => serialAfter(firstSerial, i));
  const { meter: _meter, battery: _battery, gateways: _gateways, ...roof } = place;
  const [array] = roof.arrays;
  return {
    ...roof,
    sid: `${place.countryCode}_20${String(14 + tag).padStart(2, '0')}0105_${number.toString(36).padStart(4, '0')}`,
    name: `${tag === 0 ? 'Fleet' : `Fleet ${tag}`} plant ${number + 1}`,
    ownerEmail: 'paul@demo.test',
    sharedWith: [],
    commissionedDay: '2015-01-01',
    ...skyOf(place, Math.floor(number / places.length) % SKIES),
    inverters: wire({
      product: 'BDM-2250',
      firstSerial,
      ratedW: RATED_W,
      alias: 'Roof',
      fields: [{ array: array!.key, modules, columns: COLUMNS, x: 0, y: 0 }],
      flaws: flawsOf(serials, dice),
    }),
    faults: faultsOf(serials, dice),
  };
}

/** Where under one of a few skies around a place: neighbours share theirs, which spares most of the work of a day. */
const skyOf = ({ sid, latitude, longitude }: DemoPlant, sky: number) => ({
  latitude: latitude + chance(seedOf(sid), sky) - 0.5,
  longitude: longitude + chance(seedOf(sid), SKIES + sky) - 0.5,
});

const flawsOf = (serials: readonly string[], dice: number): Record<string, ModuleFlaw> =>
  Object.fromEntries(
    serials.flatMap((serial, i) =>
      Array.from({ length: INPUTS }, (_, input): [string, ModuleFlaw] | null => {
        const drawn = Math.floor(FLAWED_OF * chance(dice, 10 + i * INPUTS + input));
        const flaw = flaws[drawn];
        return flaw ? [`${serial}_${input + 1}`, flaw] : null;
      }).filter((entry) => entry !== null),
    ),
  );

/** Links that are down for days, and holes of hours. */
function faultsOf(serials: readonly string[], dice: number): PlantFault[] {
  const drawn = (of: number, salt: number) =>
    serials.filter((_, i) => Math.floor(of * chance(dice + salt, i)) === 0);
  const [silent, holed] = [drawn(SILENT_OF, 1), drawn(HOLES_OF, 2)];
  return [
    ...(silent.length > 0
      ? [
          {
            kind: 'silentGateway' as const,
            serials: silent,
            everyDays: 20,
            silentDays: 2,
            offsetDays: dice % 20,
          },
        ]
      : []),
    ...(holed.length > 0
      ? [{ kind: 'gap' as const, serials: holed, everyDays: 3, fromHour: 11, untilHour: 13 }]
      : []),
    { kind: 'gridEvents', perWeek: 0.2 },
  ];
}
