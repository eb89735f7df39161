// The captured frames and the calibration rows, typed, for tests and benchmarks.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Content of a captured frame, and its expected values. */
export interface ExpectedReading {
  readonly frame_len: number;
  readonly serial: string;
  readonly status_le: string;
  readonly power_raw: number;
  readonly power_w: number;
  readonly dc_v_raw: number;
  /** V, or null where the scale is not known for the model. */
  readonly dc_v: number | null;
  readonly ac_v_raw: number;
  readonly ac_v: number;
  readonly word31_raw: number;
  readonly freq_raw: number;
  readonly freq_hz: number;
  readonly temp_raw: number;
  readonly energy_raw: number;
  readonly energy_wh_approx: number;
  readonly version: string;
  readonly model_byte: string;
  readonly state_byte: string;
  readonly sum_ok: boolean;
  readonly xor_ok: boolean;
  readonly inner_sum_ok: boolean;
  readonly cloud_displayed_w?: number;
  readonly channels?: readonly {
    readonly addr: number;
    readonly dc_v_raw: number;
    readonly dc_v_div256: number;
    readonly power_raw: number;
    readonly power_w: number;
    readonly energy_raw: number;
  }[];
}

export interface CapturedFrame {
  readonly model: string;
  readonly hex: string;
  readonly expected: ExpectedReading;
}

/** One power word that was posted to the vendor's portal, and the watts it displayed. */
export interface CalibrationRow {
  readonly powerRaw: number;
  readonly displayedW: number;
  /** False where the portal's page was not ready and showed 0. */
  readonly isMeasurement: boolean;
}

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** @internal Facts for tests. */
export const capturedFrames: readonly CapturedFrame[] = JSON.parse(read('device-frames.json'));

/** @internal Facts for tests. */
export const calibrationRows: readonly CalibrationRow[] = read('cloud-power-calibration.csv')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [, powerRaw, displayedW, , fits] = line.split(',');
    return { powerRaw: Number(powerRaw), displayedW: Number(displayedW), isMeasurement: fits === '1' };
  });
