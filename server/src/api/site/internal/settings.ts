// Converts plant settings from fields of the contract to stored fields.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { fail } from '../../../platform/failure.ts';
import type { ArrayEntry } from '../../../repositories/arrays.ts';
import type { SiteChange } from '../../../repositories/sites.ts';

type Settings = Omit<ParsedOf<typeof site.updateFast>, 'sid' | 'knownPlanes' | 'knownShares'>;

/** Fields stored unchanged; the caller resolves location, users, tariffs and time zone. */
export function plainFieldsOf(input: Settings): SiteChange {
  if ((input.latitude == null) !== (input.longitude == null)) {
    const [missing, given] = input.latitude == null ? ['latitude', 'longitude'] : ['longitude', 'latitude'];
    fail('request.invalid', { field: `${missing} (required with ${given})` });
  }
  return {
    name: input.siteName ?? undefined,
    city: input.city,
    street: input.street,
    zipCode: input.zipCode,
    latitude: input.latitude,
    longitude: input.longitude,
    temperatureUnit: input.temperatureUnit ?? undefined,
    currency: input.currency ?? undefined,
    pvRemark: input.pvRemark,
    pvModel: input.model,
    batteryRemark: input.batteryRemark,
    batteryModel: input.batteryModel,
    systemSizeW: input.systemSize,
    maxPowerW: input.maxPower,
    controlLimitW: input.controlLimit,
    meterType: input.meterType,
    remark: input.remark,
  };
}

/** Arrays as entered; those without a number are new. Fails if a number is repeated. */
export function arrayEntries(arrays: NonNullable<Settings['planes']>): ArrayEntry[] {
  const ids = arrays.flatMap(({ id }) => (id === null ? [] : [id]));
  if (new Set(ids).size < ids.length) fail('request.invalid', { field: 'planes' });
  return arrays.map(({ id, name, tilt, azimuth, powerRating }) => ({
    id,
    name,
    tiltDeg: tilt,
    // North is 0 and 360; one of them is enough.
    azimuthDeg: azimuth === 360 ? 0 : azimuth,
    ratedW: powerRating,
  }));
}
