// Form data, validation and call input of a plant. Numbers are strings while edited.

import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import type { FieldErrors } from '../../../components/form/FormFields.tsx';
import { ruleError } from '../../../components/form/ruleErrors.ts';
import { t } from '../../../i18n.ts';
import { newPrice, type PriceDraft, priceErrors, pricesDraftOf, pricesInput } from './priceDraft.ts';
import type { SerialEntry } from './serialList.ts';
import { numberOf, wrongNumber } from './typedNumber.ts';

export type SiteDetail = OutputOf<typeof site.detail>;

export interface ArrayDraft {
  /** 0 for one that is not saved yet. */
  id: number;
  name: string;
  tilt: string;
  azimuth: string;
  kw: string;
}

export interface ShareDraft {
  email: string;
  mayEdit: boolean;
  /** Last day, YYYY-MM-DD; '' for no end. */
  until: string;
}

export interface SiteDraft {
  siteName: string;
  countryCode: string;
  stateCode: string;
  city: string;
  zipCode: string;
  street: string;
  latitude: string;
  longitude: string;
  timezone: string;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  currency: string;
  /** In order of their days, at least one. */
  prices: PriceDraft[];
  pvRemark: string;
  model: string;
  batteryRemark: string;
  batteryModel: string;
  meterType: string;
  /** These three in kW. */
  systemSize: string;
  maxPower: string;
  controlLimit: string;
  remark: string;
  userEmail: string;
  installerEmail: string;
  planes: ArrayDraft[];
  shareWith: ShareDraft[];
}

/** An empty plant. */
export const newSite: SiteDraft = {
  siteName: '',
  countryCode: '',
  stateCode: '',
  city: '',
  zipCode: '',
  street: '',
  latitude: '',
  longitude: '',
  timezone: '',
  temperatureUnit: 'Celsius',
  currency: '',
  prices: [newPrice],
  pvRemark: '',
  model: '',
  batteryRemark: '',
  batteryModel: '',
  meterType: '',
  systemSize: '',
  maxPower: '',
  controlLimit: '',
  remark: '',
  userEmail: '',
  installerEmail: '',
  planes: [],
  shareWith: [],
};

const textOf = (value: number | null, per = 1) => (value === null ? '' : String(value / per));

export const draftOf = (detail: SiteDetail): SiteDraft => ({
  siteName: detail.siteName,
  countryCode: detail.countryCode,
  stateCode: detail.stateCode,
  city: detail.city,
  zipCode: detail.zipCode,
  street: detail.street,
  latitude: detail.hasPosition ? String(detail.latitude) : '',
  longitude: detail.hasPosition ? String(detail.longitude) : '',
  timezone: detail.timezone,
  temperatureUnit: detail.temperatureUnit === 'Fahrenheit' ? 'Fahrenheit' : 'Celsius',
  currency: detail.currency,
  prices: pricesDraftOf(detail.prices),
  pvRemark: detail.pvRemark,
  model: detail.model,
  batteryRemark: detail.batteryRemark,
  batteryModel: detail.batteryModel,
  meterType: detail.meterType,
  systemSize: textOf(detail.systemSize, 1000),
  maxPower: textOf(detail.maxPower, 1000),
  controlLimit: textOf(detail.controlLimit, 1000),
  remark: detail.remark,
  userEmail: detail.userEmail,
  installerEmail: detail.installerEmail,
  planes: detail.planes.map(({ id, name, tilt, azimuth, powerRating }) => ({
    id,
    name,
    tilt: String(tilt),
    azimuth: String(azimuth),
    kw: powerRating === 0 ? '' : String(powerRating / 1000),
  })),
  shareWith: detail.shareWith.map((share) => ({ ...share, until: share.until ?? '' })),
});

/** The rules of the call. `siteErrors` checks numbers again: some have another unit, and all may have a comma. */
export const siteRules = fieldRules(site.createFast);
export const arrayRules = fieldRules(site.createFast, 'planes');
const { email: shareRule = {} } = fieldRules(site.createFast, 'shareWith');

/** Rules of the fields in kW. */
const power = { min: 0.001, max: 1e6 };
const powerOrNone = { min: 0, max: 1e6 };

/** Further errors than those by `siteRules`. */
export function siteErrors(draft: SiteDraft): FieldErrors {
  const needed = (text: string) => (text === '' ? t('login.required') : undefined);
  const isHalf = (draft.latitude.trim() === '') !== (draft.longitude.trim() === '');
  const arrays = draft.planes.flatMap((array, i) => [
    [`planes.${i}.tilt`, wrongNumber(array.tilt, arrayRules.tilt)] as const,
    [`planes.${i}.azimuth`, wrongNumber(array.azimuth, arrayRules.azimuth)] as const,
    [`planes.${i}.kw`, wrongNumber(array.kw, powerOrNone)] as const,
  ]);
  const shares = draft.shareWith.map(
    ({ email }, i) => [`shareWith.${i}`, ruleError(email, shareRule)] as const,
  );
  return {
    countryCode: needed(draft.countryCode),
    timezone: needed(draft.timezone),
    latitude: wrongNumber(draft.latitude, { ...siteRules.latitude, isRequired: isHalf }),
    longitude: wrongNumber(draft.longitude, { ...siteRules.longitude, isRequired: isHalf }),
    ...priceErrors(draft.prices),
    systemSize: wrongNumber(draft.systemSize, power),
    maxPower: wrongNumber(draft.maxPower, power),
    controlLimit: wrongNumber(draft.controlLimit, powerOrNone),
    ...Object.fromEntries([...arrays, ...shares]),
  };
}

/** W of a typed kW, without the dust of binary fractions; '' empties the field. */
const wattsOf = (text: string): number | '' => {
  const kw = numberOf(text);
  return kw === null ? '' : Math.round(kw * 1e6) / 1000;
};

/** All settings except owner, installer and shares, which not every user may change. */
function settingsOf(draft: SiteDraft) {
  return {
    siteName: draft.siteName.trim(),
    countryCode: draft.countryCode,
    stateCode: draft.stateCode,
    city: draft.city.trim(),
    zipCode: draft.zipCode.trim(),
    street: draft.street.trim(),
    latitude: numberOf(draft.latitude) ?? ('' as const),
    longitude: numberOf(draft.longitude) ?? ('' as const),
    timezone: draft.timezone,
    temperatureUnit: draft.temperatureUnit,
    currency: draft.currency || null,
    // Empty for roles without access to prices: the stored ones are kept.
    ...(draft.prices.length === 0 ? {} : { prices: pricesInput(draft.prices) }),
    pvRemark: draft.pvRemark.trim(),
    model: draft.model.trim(),
    batteryRemark: draft.batteryRemark.trim(),
    batteryModel: draft.batteryModel.trim(),
    meterType: draft.meterType.trim(),
    systemSize: wattsOf(draft.systemSize),
    maxPower: wattsOf(draft.maxPower),
    controlLimit: wattsOf(draft.controlLimit),
    remark: draft.remark.trim(),
    planes: draft.planes.map((array) => ({
      id: array.id === 0 ? null : array.id,
      name: array.name.trim(),
      tilt: numberOf(array.tilt) ?? 0,
      azimuth: numberOf(array.azimuth) ?? 0,
      powerRating: wattsOf(array.kw) || 0,
    })),
  };
}

const peopleOf = (draft: SiteDraft) => ({
  userEmail: draft.userEmail.trim(),
  installerEmail: draft.installerEmail.trim(),
  shareWith: draft.shareWith.map(({ email, mayEdit, until }) => ({
    email: email.trim(),
    mayEdit,
    until: until || null,
  })),
});

type Devices = SerialEntry[];

export function createInput(draft: SiteDraft, devices: Devices): InputOf<typeof site.createFast> {
  const { userEmail, installerEmail, shareWith } = peopleOf(draft);
  return {
    ...settingsOf(draft),
    shareWith,
    devices,
    // If omitted, the portal derives owner and installer from the user who creates the plant.
    ...(userEmail === '' ? {} : { userEmail }),
    ...(installerEmail === '' ? {} : { installerEmail }),
  };
}

type Update = InputOf<typeof site.updateFast>;

/** Fields that are valid only together. */
const pairs = [
  ['latitude', 'longitude'],
  ['countryCode', 'stateCode'],
] as const;

/**
 * The fields to save: only those that differ from the initial values `first`, so that two users who change different
 * fields of a plant do not overwrite each other. `mayDecide`: the user may change the ownership.
 */
export function updateInput(
  sid: string,
  {
    first,
    draft,
    devices,
    mayDecide,
  }: { first: SiteDraft; draft: SiteDraft; devices: Devices; mayDecide: boolean },
): Update {
  const all = (of: SiteDraft): Omit<Update, 'sid'> => ({
    ...settingsOf(of),
    ...(mayDecide ? peopleOf(of) : {}),
  });
  const before: Record<string, unknown> = all(first);
  const after = all(draft);
  const changed = new Set(
    Object.entries(after).flatMap(([key, value]) =>
      JSON.stringify(value) === JSON.stringify(before[key]) ? [] : [key],
    ),
  );
  for (const pair of pairs)
    if (pair.some((key) => changed.has(key))) for (const key of pair) changed.add(key);
  return {
    sid,
    ...Object.fromEntries(Object.entries(after).filter(([key]) => changed.has(key))),
    ...(changed.has('planes')
      ? { knownPlanes: first.planes.flatMap(({ id }) => (id === 0 ? [] : [id])) }
      : {}),
    ...(changed.has('shareWith') ? { knownShares: first.shareWith.map(({ email }) => email.trim()) } : {}),
    devices,
  };
}
