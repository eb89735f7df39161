// Formats power, energy and money from API values for the reader's locale.
import { type Figure, formatEnergy, formatMoney, formatPower } from '@helioport/domain/units';
import { numberTag } from '../../formats.ts';

const numberOf = (value: number | string | null | undefined): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/** A power in W, as number or text, rounded to whole watts. */
export function powerFigure(powerW: number | string | null | undefined): Figure {
  const number = numberOf(powerW);
  return formatPower(number === null ? null : Math.round(number), numberTag());
}

/** An energy in kWh, as number or text. */
export function energyFigure(energyKwh: number | string | null | undefined): Figure {
  const number = numberOf(energyKwh);
  return formatEnergy(number === null ? null : number * 1000, numberTag());
}

/** An amount of money with its currency (ISO 4217); from 1000 on without cents. A dash when there is no amount. */
export const moneyText = (amount: number | string | null | undefined, currency: string): string =>
  formatMoney(numberOf(amount), currency, numberTag());
