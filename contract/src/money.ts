// What roles without "Benefit and money" do not read: amounts of money, and the prices from which they follow.
import { z } from 'zod';

/** The part of the menu tree that shows money. */
export const moneyModule = 'pvPlant:benefit';

/** Fields of answers that hold money or prices, in any answer and at any depth. */
export const moneyFields: ReadonlySet<string> = new Set([
  'economic',
  'electricityPrice',
  'exportPrice',
  'exportRevenue',
  'local_electric_price',
  'lostMoney',
  'lostMoneyPerYear',
  'money',
  'moneyByCurrency',
  'moneyPerDay',
  'moneyUnit',
  'monthMoney',
  'price',
  'prices',
  'riskMoney',
  'saved',
  'todayMoney',
  'totalMoney',
  'yearMoney',
  'yesterdayMoney',
]);

/** An amount of money as text. */
export const amountText = z
  .string()
  .regex(/^(-?\d+(\.\d+)?)?$/)
  .describe("'' for roles without benefit and money.");

/** A price. */
export const priceNumber = z.number().nullable().describe('Null for roles without benefit and money.');

const emptied = (value: unknown): unknown =>
  typeof value === 'string' ? '' : Array.isArray(value) ? [] : null;

/** The same answer with its money emptied: texts are '', lists empty, everything else null. */
export function withoutMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoney);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      moneyFields.has(key) ? emptied(inner) : withoutMoney(inner),
    ]),
  );
}
