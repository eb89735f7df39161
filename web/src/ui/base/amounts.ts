// Powers, energies and money from the numbers on the wire to figures in the reader's writing.
import { type Figure, formatEnergy, formatPower } from '@helioport/domain/units';
import { numberFormat, numberTag } from '../../formats.ts';

const numberOf = (value: number | string | null | undefined): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/** A power given in W, as number or text; nothing below a watt is shown. */
export function powerFigure(powerW: number | string | null | undefined): Figure {
  const number = numberOf(powerW);
  return formatPower(number === null ? null : Math.round(number), numberTag());
}

/** An energy given in kWh, as number or text. */
export function energyFigure(energyKwh: number | string | null | undefined): Figure {
  const number = numberOf(energyKwh);
  return formatEnergy(number === null ? null : number * 1000, numberTag());
}

/** Signs that several countries write for money of their own. */
const sharedSigns: ReadonlySet<string> = new Set(['$', '¥', '£', 'kr', 'Rs', 'R$', '₨']);

function moneyFormat(currency: string, isLarge: boolean): Intl.NumberFormat | null {
  try {
    const format = (currencyDisplay: 'narrowSymbol' | 'symbol') =>
      numberFormat({
        style: 'currency',
        currency,
        currencyDisplay,
        ...(isLarge ? { maximumFractionDigits: 0 } : {}),
      });
    const narrow = format('narrowSymbol');
    const sign = narrow.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    // "$" is twenty currencies: those are called as the language tells them apart, "A$" and "US$".
    return sharedSigns.has(sign) ? format('symbol') : narrow;
  } catch {
    return null;
  }
}

/** An amount of money with its currency (ISO 4217); from 1000 on without cents. A dash when there is no amount. */
export function moneyText(amount: number | string | null | undefined, currency: string): string {
  const number = numberOf(amount);
  if (number === null) return '–';
  const format = moneyFormat(currency, Math.abs(number) >= 1000);
  // An operator may have typed a currency that nobody knows.
  return format === null ? `${number} ${currency}`.trim() : format.format(number);
}
