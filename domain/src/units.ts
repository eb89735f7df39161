// Number formats for display (scaled, rounded, localized) and for the API (plain decimals for any client).

/** A figure ready to be shown, in parts so that the unit can be set smaller than the value. */
export interface Figure {
  readonly value: string;
  readonly unit: string;
  /** Value and unit with a no-break space between. */
  readonly text: string;
}

const NO_BREAK_SPACE = '\u00a0';

const formats = new Map<string, Intl.NumberFormat>();
function format(tag: string, digits: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(digits)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.NumberFormat(tag, digits);
    formats.set(key, made);
  }
  return made;
}

const BASE: Intl.NumberFormatOptions = { maximumSignificantDigits: 3 };
const SCALED: Intl.NumberFormatOptions = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
const HUGE: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };

function scaled(value: number, units: readonly string[], tag: string): Figure {
  let step = 0;
  let shown = value;
  // 999.6 W reads 1.00 kW: the step is taken by the rounded value, not by the exact one.
  while (step < units.length - 1 && Math.abs(Number(shown.toPrecision(3))) >= 1000) {
    shown /= 1000;
    step += 1;
  }
  const digits = Math.abs(shown) >= 1000 ? HUGE : step === 0 ? BASE : SCALED;
  const text = format(tag, digits).format(shown === 0 ? 0 : shown);
  const unit = units[step] ?? '';
  return { value: text, unit, text: `${text}${NO_BREAK_SPACE}${unit}` };
}

const missing = (unit: string): Figure => ({ value: '–', unit, text: '–' });

/** A power in W as W, kW or MW with three significant digits; a dash when there is no value. */
export const formatPower = (powerW: number | null | undefined, tag: string): Figure =>
  powerW === null || powerW === undefined || !Number.isFinite(powerW)
    ? missing('W')
    : scaled(powerW, ['W', 'kW', 'MW'], tag);

/** An energy in Wh as Wh, kWh, MWh or GWh with three significant digits; a dash when there is no value. */
export const formatEnergy = (energyWh: number | null | undefined, tag: string): Figure =>
  energyWh === null || energyWh === undefined || !Number.isFinite(energyWh)
    ? missing('Wh')
    : scaled(energyWh, ['Wh', 'kWh', 'MWh', 'GWh'], tag);

/** Signs that several countries write for money of their own. */
const sharedSigns: ReadonlySet<string> = new Set(['$', '¥', '£', 'kr', 'Rs', 'R$', '₨']);

function moneyFormat(currency: string, isLarge: boolean, tag: string): Intl.NumberFormat | null {
  try {
    const by = (currencyDisplay: 'narrowSymbol' | 'symbol') =>
      format(tag, {
        style: 'currency',
        currency,
        currencyDisplay,
        ...(isLarge ? { maximumFractionDigits: 0 } : {}),
      });
    const narrow = by('narrowSymbol');
    const sign = narrow.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    // "$" is shared by twenty currencies, so these use their localized symbol, such as "A$" and "US$".
    return sharedSigns.has(sign) ? by('symbol') : narrow;
  } catch {
    return null;
  }
}

/** An amount of money with its currency (ISO 4217); from 1000 on without cents. A dash when there is no amount. */
export function formatMoney(amount: number | null, currency: string, tag: string): string {
  if (amount === null || !Number.isFinite(amount)) return '–';
  const made = moneyFormat(currency, Math.abs(amount) >= 1000, tag);
  // An operator may have entered an unknown currency.
  return made === null ? `${amount} ${currency}`.trim() : made.format(amount);
}

/** A number rounded to this many places, for numeric API fields. Invalid input becomes 0. */
export function rounded(value: number | null | undefined, places: number): number {
  if (value === null || value === undefined || !Number.isFinite(value)) return 0;
  const factor = 10 ** places;
  const result = Math.round(value * factor) / factor;
  return result === 0 ? 0 : result;
}

/**
 * A number as text for clients that call `float()` on it: a point, no thousands separators, no exponent, no
 * trailing zeros, never empty.
 */
export function decimalText(value: number | null | undefined, places: number): string {
  const text = rounded(value, places).toFixed(places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Wh as kWh text to the watt-hour: `5.483`. */
export const kwhText = (energyWh: number | null | undefined): string =>
  decimalText((energyWh ?? 0) / 1000, 3);

/** Wh as a kWh number to the watt-hour. */
export const kwh = (energyWh: number | null | undefined): number => rounded((energyWh ?? 0) / 1000, 3);

/** W as text in whole watts. */
export const wattText = (powerW: number | null | undefined): string => decimalText(powerW, 0);

/** Money as text with at most two places. */
export const moneyText = (amount: number | null | undefined): string => decimalText(amount, 2);

/** A value with up to three digits as displays show it: from 1,000 on in the larger unit with one decimal. */
export const displayed = (value: number): { value: number; decimals: number; isLarge: boolean } =>
  value >= 1000
    ? { value: value / 1000, decimals: 1, isLarge: true }
    : { value, decimals: value < 10 ? 2 : 0, isLarge: false };
