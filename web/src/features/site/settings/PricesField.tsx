// Tariffs of a plant. One price for most users; time windows, a feed-in price, and validity dates are optional.
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { DateBox } from '../../../components/form/DateBox.tsx';
import { ChoiceField, type FieldErrors, TextField } from '../../../components/form/FormFields.tsx';
import { dateText, weekdayName } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { type BandDraft, newBand, newPrice, type PriceDraft, quarters, WEEK } from './priceDraft.ts';
import type { SiteDraft } from './siteDraft.ts';

const PRICES_MOST = 50;
const BANDS_MOST = 24;
const times = quarters.map((time) => ({ value: time, label: time }));

/** `currency` as shown in labels. */
export function PricesField({ form, currency }: { form: Draft<SiteDraft>; currency: string }): ReactNode {
  const { draft, change, errors } = form;
  const { prices } = draft;
  const set = (next: PriceDraft[]) =>
    // Clears errors once the prices change.
    change({
      prices: next,
      ...Object.fromEntries(
        Object.keys(errors).flatMap((key) => (key.startsWith('prices.') ? [[key, undefined]] : [])),
      ),
    });
  const last = prices.at(-1) ?? newPrice;
  return (
    <div className="hp-edit">
      {prices.map((entry, i) => (
        <PriceEntry
          currency={currency}
          entry={entry}
          errors={errors}
          isOnly={prices.length === 1}
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own, and a day may be typed again
          key={i}
          onChange={(patch) => set(prices.map((one, at) => (at === i ? { ...one, ...patch } : one)))}
          onRemove={i === 0 ? null : () => set(prices.filter((_, at) => at !== i))}
          place={i}
        />
      ))}
      {prices.length < PRICES_MOST && (
        <div>
          <Button
            icon="plus"
            onClick={() => {
              const today = localDay(Date.now(), draft.timezone || 'UTC');
              set([...prices, { ...last, from: last.from < today ? today : '' }]);
            }}
          >
            {t('site.prices.add')}
          </Button>
          <p className="hp-edit-hint">{t('site.prices.addHint')}</p>
        </div>
      )}
    </div>
  );
}

interface PriceEntryProps {
  entry: PriceDraft;
  place: number;
  currency: string;
  errors: FieldErrors;
  /** One price for all time, which needs no frame. */
  isOnly: boolean;
  onChange: (patch: Partial<PriceDraft>) => void;
  /** Null: the first tariff has no start date and cannot be removed. */
  onRemove: (() => void) | null;
}

function PriceEntry({
  entry,
  place,
  currency,
  errors,
  isOnly,
  onChange,
  onRemove,
}: PriceEntryProps): ReactNode {
  const name =
    entry.from === '' ? t('site.prices.ever') : t('site.prices.since', { day: dateText(entry.from) });
  const errorOf = (field: string) => errors[`prices.${place}.${field}`];
  const setBand = (at: number, patch: Partial<BandDraft>) =>
    onChange({ bands: entry.bands.map((band, b) => (b === at ? { ...band, ...patch } : band)) });
  return (
    <fieldset className={isOnly ? 'hp-price is-only' : 'hp-price'}>
      <legend className={isOnly ? 'hp-unseen' : ''}>{name}</legend>
      <div className="hp-price-fields">
        {onRemove && (
          <div className="hp-edit-field">
            <DateBox
              isRequired
              label={t('site.prices.from')}
              min="2000-01-01"
              onChange={(from) => onChange({ from })}
              value={entry.from}
            />
            {errorOf('from') && <p className="hp-edit-error">{errorOf('from')}</p>}
          </div>
        )}
        <TextField
          error={errorOf('price')}
          hint={entry.bands.length > 0 ? t('site.prices.otherTimes') : t('site.edit.priceHint')}
          isOptional={place === 0 && entry.bands.length === 0}
          label={t('site.edit.price', { currency })}
          maxLength={12}
          onChange={(price) => onChange({ price })}
          value={entry.price}
        />
        <TextField
          error={errorOf('exportPrice')}
          hint={t('site.prices.exportHint')}
          isOptional
          label={t('site.prices.export', { currency })}
          maxLength={12}
          onChange={(exportPrice) => onChange({ exportPrice })}
          value={entry.exportPrice}
        />
      </div>
      {entry.bands.map((band, b) => (
        <BandRow
          band={band}
          currency={currency}
          // biome-ignore lint/suspicious/noArrayIndexKey: bands have no name of their own; they are only added at the end
          key={b}
          onChange={(patch) => setBand(b, patch)}
          onRemove={() => onChange({ bands: entry.bands.filter((_, at) => at !== b) })}
          place={b}
          priceError={errorOf(`bands.${b}.price`)}
          timeError={errorOf(`bands.${b}.time`)}
        />
      ))}
      <div className="hp-price-acts">
        {entry.bands.length < BANDS_MOST && (
          <Button icon="clock" onClick={() => onChange({ bands: [...entry.bands, newBand] })}>
            {entry.bands.length === 0 ? t('site.prices.byTime') : t('site.prices.bandAdd')}
          </Button>
        )}
        {onRemove && (
          <Button icon="clear" onClick={onRemove}>
            {t('site.prices.remove', { name })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface BandRowProps {
  band: BandDraft;
  place: number;
  currency: string;
  priceError: string | undefined;
  timeError: string | undefined;
  onChange: (patch: Partial<BandDraft>) => void;
  onRemove: () => void;
}

/** One price of some hours on some days of the week. */
function BandRow(props: BandRowProps): ReactNode {
  const { band, place, currency, priceError, timeError, onChange, onRemove } = props;
  const toggle = (day: number) =>
    onChange({
      days: band.days.includes(day)
        ? band.days.filter((one) => one !== day)
        : WEEK.filter((one) => one === day || band.days.includes(one)),
    });
  return (
    <fieldset className="hp-band">
      <legend className="hp-unseen">{t('site.prices.band', { id: place + 1 })}</legend>
      <ChoiceField
        error={timeError}
        label={t('site.prices.begin')}
        onChange={(from) => onChange({ from })}
        options={times}
        value={band.from}
      />
      <ChoiceField
        label={t('site.prices.end')}
        onChange={(to) => onChange({ to })}
        options={times}
        value={band.to}
      />
      <TextField
        error={priceError}
        label={t('site.prices.bandPrice', { currency })}
        maxLength={12}
        onChange={(price) => onChange({ price })}
        value={band.price}
      />
      <Button
        aria-label={t('site.prices.bandRemove', { id: place + 1 })}
        icon="clear"
        onClick={onRemove}
        title={t('site.prices.bandRemove', { id: place + 1 })}
      />
      <fieldset className="hp-weekdays">
        <legend>{t('site.prices.days')}</legend>
        {WEEK.map((day) => (
          <label key={day}>
            <input checked={band.days.includes(day)} onChange={() => toggle(day)} type="checkbox" />
            {weekdayName(day)}
          </label>
        ))}
      </fieldset>
    </fieldset>
  );
}
