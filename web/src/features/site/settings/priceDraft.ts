// Form data, validation and call input of tariffs.
import type { InputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import { overlapOf } from '@helioport/domain/prices';
import type { FieldErrors } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import type { SiteDetail } from './siteDraft.ts';
import { numberOf, wrongNumber } from './typedNumber.ts';

export interface BandDraft {
  /** 1 Monday to 7 Sunday. */
  days: number[];
  from: string;
  to: string;
  price: string;
}

export interface PriceDraft {
  /** `YYYY-MM-DD`; '' for the first tariff, which has no start date. */
  from: string;
  price: string;
  exportPrice: string;
  bands: BandDraft[];
}

export const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** An empty tariff. */
export const newPrice: PriceDraft = { from: '', price: '', exportPrice: '', bands: [] };
export const newBand: BandDraft = { days: WEEK, from: '22:00', to: '06:00', price: '' };

/** The stored tariffs; empty if none was entered. */
export const pricesDraftOf = (prices: SiteDetail['prices']): PriceDraft[] =>
  prices.map(({ from, price, exportPrice, bands }) => ({
    from,
    price: price === 0 && prices.length === 1 && bands.length === 0 ? '' : String(price),
    exportPrice: exportPrice === null ? '' : String(exportPrice),
    bands: bands.map((band) => ({ ...band, price: String(band.price) })),
  }));

const rules = fieldRules(site.createFast, 'prices');

/** Error messages by `prices.0.price`, `prices.0.from`, `prices.0.bands.1.price` and `prices.0.bands.1.time`. */
export function priceErrors(prices: readonly PriceDraft[]): FieldErrors {
  const isSimple = prices.length === 1 && prices[0]?.bands.length === 0;
  return Object.fromEntries(
    prices.flatMap((entry, i) => {
      const at = (field: string) => `prices.${i}.${field}`;
      const isTwice = prices.some(({ from }, other) => other < i && from === entry.from);
      const overlap = overlapOf(entry.bands.map((band) => ({ ...band, price: 0 })));
      return [
        [
          at('from'),
          i > 0 && entry.from === '' ? t('login.required') : isTwice ? t('site.prices.dayTwice') : undefined,
        ],
        [at('price'), wrongNumber(entry.price, { ...rules.price, isRequired: !isSimple })],
        [at('exportPrice'), wrongNumber(entry.exportPrice, rules.exportPrice)],
        ...entry.bands.flatMap((band, b) => [
          [at(`bands.${b}.price`), wrongNumber(band.price, rules.price)],
          [
            at(`bands.${b}.time`),
            band.days.length === 0
              ? t('login.required')
              : overlap?.[1] === b
                ? t('site.prices.overlap', { id: overlap[0] + 1 })
                : undefined,
          ],
        ]),
      ];
    }),
  );
}

type PricesInput = NonNullable<NonNullable<InputOf<typeof site.updateFast>>['prices']>;

export const pricesInput = (prices: readonly PriceDraft[]): PricesInput =>
  prices.map(({ from, price, exportPrice, bands }) => ({
    from,
    price: numberOf(price) ?? 0,
    exportPrice: numberOf(exportPrice),
    bands: bands.map((band) => ({ ...band, price: numberOf(band.price) ?? 0 })),
  }));

/** The quarters of an hour of a day, `HH:MM`. */
export const quarters: readonly string[] = Array.from(
  { length: 96 },
  (_, i) => `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`,
);
