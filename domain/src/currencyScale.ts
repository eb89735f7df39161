// Approximate value of a currency unit in euros. Used only to rank amounts in several currencies, never to
// convert displayed amounts. Exchange rates of early 2026, two digits.

const euroPer: Readonly<Record<string, number>> = {
  AED: 0.23,
  ARS: 0.0006,
  AUD: 0.57,
  BGN: 0.51,
  BRL: 0.16,
  CAD: 0.62,
  CHF: 1.07,
  CLP: 0.00095,
  CNY: 0.12,
  COP: 0.00023,
  CZK: 0.041,
  DKK: 0.13,
  EGP: 0.018,
  EUR: 1,
  GBP: 1.15,
  HKD: 0.11,
  HUF: 0.0026,
  IDR: 0.000052,
  ILS: 0.27,
  INR: 0.0095,
  JPY: 0.0055,
  KES: 0.0066,
  KRW: 0.0006,
  MAD: 0.093,
  MXN: 0.048,
  MYR: 0.21,
  NGN: 0.0006,
  NOK: 0.085,
  NZD: 0.5,
  PEN: 0.25,
  PHP: 0.0145,
  PKR: 0.003,
  PLN: 0.235,
  RON: 0.197,
  RSD: 0.0085,
  SAR: 0.23,
  SEK: 0.092,
  SGD: 0.67,
  THB: 0.027,
  TRY: 0.02,
  TWD: 0.027,
  UAH: 0.02,
  USD: 0.85,
  VND: 0.000032,
  ZAR: 0.052,
};

/** Euros per kWh if the price or the currency is unknown. */
const USUAL_PER_KWH = 0.25;

/** A number by which amounts of energy of several plants are ranked: about its worth in euros. */
export function rankOf(wh: number, money: number | null, currency: string): number {
  const rate = euroPer[currency];
  return money === null || rate === undefined ? (wh / 1000) * USUAL_PER_KWH : money * rate;
}
