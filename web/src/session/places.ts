// Countries, their parts, time zones and currencies to choose from. They do not change while the page is open.
import { common } from '@helioport/contract/common';
import { useCall } from '../api/query.ts';

interface Option {
  value: string;
  label: string;
}

const kept = { live: 'none', staleMs: Number.POSITIVE_INFINITY } as const;

export function useCountries(): Option[] {
  const { data } = useCall(common.country, {}, kept);
  return (data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
}

export function useStates(country: string): Option[] {
  const { data } = useCall(common.state, { country_code: country }, { ...kept, isEnabled: country !== '' });
  return country === '' ? [] : (data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
}

/** The zones of a country, or all while none is chosen, each with its offset; `chosen` is always among them. */
export function useZones(country: string, chosen: string): Option[] {
  const { data } = useCall(common.timezone, { country_code: country }, kept);
  const found = (data?.list ?? []).map(({ timezone, offset }) => ({
    value: timezone,
    label: `${timezone.replaceAll('_', ' ')} (${offset})`,
  }));
  const isKnown = chosen === '' || found.some(({ value }) => value === chosen);
  return isKnown ? found : [{ value: chosen, label: chosen.replaceAll('_', ' ') }, ...found];
}

/** The zone of this browser where it is one of the country's, else the only one that the country has; '' for none. */
export const suggestedZone = (zones: readonly Option[], own: string): string =>
  zones.find(({ value }) => value === own)?.value ?? (zones.length === 1 ? zones[0]?.value : undefined) ?? '';

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useCurrencies(): Option[] {
  const { data } = useCall(common.currency, {}, kept);
  return (data?.list ?? []).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
}

/** The currency of a country from the list of countries; '' until loaded. */
export function useCurrencyOf(country: string): string {
  const { data } = useCall(common.country, {}, kept);
  return data?.list.find(({ code }) => code === country)?.currency ?? '';
}
