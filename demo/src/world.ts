// Types of the demo data: physical properties of its plants, shared by the server's seed (which stores them) and the
// simulator (which generates their readings).
import type { PriceEntry } from '@helioport/domain/prices';

/** One roof face. */
export interface DemoArray {
  readonly key: string;
  readonly name: string;
  readonly tiltDeg: number;
  /** Clockwise from north: 90 east, 180 south. */
  readonly azimuthDeg: number;
  /** How warm the cells get over ambient, K m²/W (Ross): about 0.02 ventilated, 0.034 close to the tiles. */
  readonly rossK: number;
  /** Dust that grows by `perDayRatio` and is washed off every `cleanedEveryDays`. */
  readonly soiling?: { readonly perDayRatio: number; readonly cleanedEveryDays: number };
}

/** What is wrong with one module. */
export type ModuleFlaw =
  | { readonly kind: 'dead' }
  /** One of three sub-strings bypassed: two thirds of the voltage and of the power. */
  | { readonly kind: 'diode' }
  | { readonly kind: 'soiled'; readonly lossRatio: number }
  /** Direct light lost while the sun's azimuth is in the window and the sun is low enough. */
  | {
      readonly kind: 'shade';
      readonly fromAzimuthDeg: number;
      readonly toAzimuthDeg: number;
      readonly belowElevationDeg: number;
      readonly lossRatio: number;
    };

export interface DemoModule {
  /** Input of the inverter, from 1. */
  readonly addr: number;
  /** Modules in series on this input, rated as one; default 1. */
  readonly inSeries?: number;
  /** Key of its array. */
  readonly array: string;
  /** STC rating in W. */
  readonly ratedW: number;
  /** Centre on the plan of the roofs in metres: x to the right, y down the page. */
  readonly x: number;
  readonly y: number;
  readonly flaw?: ModuleFlaw;
}

export interface DemoInverter {
  /** 8 hex digits, upper case; of other vendors as they have it. */
  readonly serial: string;
  /** Null for what is of another vendor. */
  readonly productNumber: number | null;
  /** Of a vendor whose inverters report in JSON. Such a plant has this inverter and no other, and a meter. */
  readonly own?: {
    readonly vendor: string;
    readonly ratedW: number;
    /** Subscribes to commands but never answers. */
    readonly isMute?: boolean;
  };
  readonly alias: string;
  readonly modules: readonly DemoModule[];
  /** Serial number of the inverter that was in its position until some days before the demo data was created. */
  readonly replaces?: string;
}

/** Forwards data of other devices; reports nothing itself. */
export interface DemoGateway {
  readonly vendor: string;
  readonly serial: string;
  readonly alias: string;
  /** Serial numbers of the inverters that report through it. */
  readonly behind: readonly string[];
  /** A gateway that accepts commands: the server it sends to, and whether it rejects every change of its parameters. */
  readonly listens?: {
    readonly server: { readonly host: string; readonly port: number };
    readonly isLocked: boolean;
  };
}

/** Faults of a plant beyond single modules. Days count from 1970-01-01 so that every run is the same. */
export type PlantFault =
  /** These serial numbers do not report for `silentDays` out of every `everyDays`, beginning at day `offsetDays`. */
  | {
      readonly kind: 'silentGateway';
      readonly serials: readonly string[];
      readonly everyDays: number;
      readonly silentDays: number;
      readonly offsetDays: number;
    }
  /** The grid leaves its limits for minutes; all inverters trip together. */
  | { readonly kind: 'gridEvents'; readonly perWeek: number }
  /** The inverter reports over-temperature and derates while its cells are hotter than this. */
  | { readonly kind: 'hotInverter'; readonly serial: string; readonly aboveC: number }
  /** The inverter shows a code by day and produces all the same. */
  | { readonly kind: 'warns'; readonly serial: string; readonly statusBits: number }
  /** These serial numbers do not report between two hours of local time, every `everyDays`. */
  | {
      readonly kind: 'gap';
      readonly serials: readonly string[];
      readonly everyDays: number;
      readonly fromHour: number;
      readonly untilHour: number;
    }
  /** The inverter reports a code by day and does not produce. */
  | { readonly kind: 'lockedOut'; readonly serial: string; readonly statusBits: number };

/** What the simulated weather of a place is like. */
export interface DemoClimate {
  /** Share of the clear-sky energy lost to clouds over the year, 0..1. */
  readonly cloudiness: number;
  readonly meanTempC: number;
  /** Half the difference between the warmest and the coldest month, K. */
  readonly seasonK: number;
  /** Half the difference between afternoon and dawn, K. */
  readonly dayK: number;
}

/** The building behind a meter. */
export interface DemoLoad {
  readonly shape: 'home' | 'farm' | 'business';
  readonly dailyWh: number;
}

export interface DemoMeter {
  readonly serial: string;
  readonly alias: string;
  readonly load: DemoLoad;
  /** Shares of the power on L1 to L3; without them it reports no phases. */
  readonly phaseShares?: readonly [number, number, number];
  /** Local day on which its counters, and those of the battery, were 0. */
  readonly installedDay: string;
}

export interface DemoBattery {
  readonly serial: string;
  readonly alias: string;
  readonly capacityWh: number;
  readonly maxPowerW: number;
  /** Energy out over energy in. */
  readonly roundTripRatio: number;
  /** Reserved state of charge, 0..1. */
  readonly reserveRatio: number;
}

export interface DemoPlant {
  /** `CC_YYYYMMDD_XXXX`; the date is the day of registration. */
  readonly sid: string;
  readonly name: string;
  readonly countryCode: string;
  readonly state: string;
  /** ISO 3166-2. */
  readonly stateCode: string;
  readonly city: string;
  readonly street: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Price of one kWh in that currency. */
  readonly electricityPrice: number;
  /** In its place, where the contract has several. */
  readonly prices?: readonly PriceEntry[];
  readonly temperatureUnit: 'Celsius' | 'Fahrenheit';
  readonly ownerEmail: string;
  readonly installerEmail: string;
  /** The company that installed it; access follows from the companies above it. */
  readonly companyKey: string;
  readonly sharedWith: readonly { readonly email: string; readonly right: 'view' | 'edit' }[];
  /** Local day `YYYY-MM-DD`, or null before commissioning, without reports. */
  readonly commissionedDay: string | null;
  /** Nominal grid: 230 V and 50 Hz in most of Europe. */
  readonly grid: { readonly voltageV: number; readonly frequencyHz: number };
  readonly arrays: readonly DemoArray[];
  readonly inverters: readonly DemoInverter[];
  readonly meter?: DemoMeter;
  readonly battery?: DemoBattery;
  readonly gateways?: readonly DemoGateway[];
  /** Inverter, meter and battery are components of one device and share its serial number. */
  readonly compositeDevice?: { readonly alias: string };
  readonly faults: readonly PlantFault[];
  readonly climate: DemoClimate;
}

/** Sum of the modules' STC ratings in W. @internal Tests measure the world by it. */
export const installedW = (plant: DemoPlant): number =>
  plant.inverters.reduce((sum, inverter) => sum + inverter.modules.reduce((s, m) => s + m.ratedW, 0), 0);
