import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { currencyOf } from '@helioport/domain/currencies';
import { localDay } from '@helioport/domain/periods';
import { type Call, handler } from '../../access/handler.ts';
import { placeAt } from '../../platform/atlas.ts';
import { fail } from '../../platform/failure.ts';
import { checkedPlace, checkedZone } from '../../platform/places.ts';
import { setArrays } from '../../repositories/arrays.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { announceRights } from '../../repositories/rights.ts';
import { setShares } from '../../repositories/shares.ts';
import { createSite, newSid } from '../../repositories/sites.ts';
import { offerTo } from './internal/assign.ts';
import { enterDevices } from './internal/enter.ts';
import { notifyShared } from './internal/notifyShared.ts';
import { installerOf, seenOwnerOf, sharesOf } from './internal/people.ts';
import { arrayEntries, plainFieldsOf } from './internal/settings.ts';

type Input = ParsedOf<typeof site.createFast>;

export default handler<typeof site.createFast>(async (call) => {
  const { input, tx, me, now, lan } = call;
  if (input.countryCode === '') fail('request.invalid', { field: 'countryCode' });
  const place = checkedPlace(input.countryCode, input.stateCode ?? '');
  // Before the time zone, which follows from a complete position only.
  const fields = plainFieldsOf(input);
  const timezone = zoneOf(input);
  const people = await peopleOf(call);
  const sid = await newSid(tx, place.countryCode, localDay(now, timezone));
  const { ownerId, installerId, companyId } = people;
  const id = await createSite(tx, {
    sid,
    ...place,
    name: input.siteName,
    ownerId,
    installerId,
    companyId,
    timezone,
    city: fields.city ?? '',
    street: fields.street ?? '',
    zipCode: fields.zipCode ?? '',
    latitude: fields.latitude ?? null,
    longitude: fields.longitude ?? null,
    currency: fields.currency ?? (currencyOf(place.countryCode) || 'EUR'),
    electricityPrice: input.electricityPrice ?? 0,
    prices: input.prices,
    temperatureUnit: fields.temperatureUnit ?? 'Celsius',
    pvRemark: fields.pvRemark ?? '',
    pvModel: fields.pvModel ?? '',
    batteryRemark: fields.batteryRemark ?? '',
    batteryModel: fields.batteryModel ?? '',
    systemSizeW: fields.systemSizeW ?? null,
    maxPowerW: fields.maxPowerW ?? null,
    controlLimitW: fields.controlLimitW ?? null,
    meterType: fields.meterType ?? '',
    remark: fields.remark ?? '',
    registeredAt: new Date(now),
    // Commissioned by submission, or by the first reading of a device.
    commissionedAt: null,
  });
  const plant = { id, sid, companyId };
  await setArrays(tx, id, arrayEntries(input.planes ?? []));
  const shares = await sharesOf(call, timezone, input.shareWith ?? []);
  const shared = await setShares(tx, id, shares, { now });
  await notifyShared(call, sid, shared);
  await writeAudit(tx, me, now, {
    action: 'site.create',
    subject: sid,
    siteId: id,
    companyId,
    detail: {
      siteName: input.siteName,
      owner: ownerId === null ? '' : people.ownerEmail,
      installer: people.installerEmail,
    },
  });
  const devices = await enterDevices({ tx, me, now, lan }, plant, input.devices);
  const others = [ownerId, installerId, ...shared.changed].filter((one) => one !== null && one !== me.userId);
  await announceRights(tx, { rows: others as number[] });
  if (people.assignTo === '') return { sid, devices };
  const { email: offeredTo } = await offerTo(call, { ...plant, ownerId: null }, people.assignTo);
  return { sid, devices, offeredTo };
});

/** The zone that was named, else that of the position; one of the two must be known, since all days hang on it. */
function zoneOf({ timezone, latitude, longitude }: Input): string {
  if (timezone) return checkedZone(timezone);
  if (latitude == null || longitude == null)
    return fail('request.invalid', { field: 'timezone (required without latitude and longitude)' });
  return placeAt(latitude, longitude).timeZone;
}

/** Owners create plants for themselves; staff create them for their company and, if named, for an owner. */
async function peopleOf(call: Call<typeof site.createFast>) {
  const { input, me } = call;
  const isOwner = me.scope === 'own';
  if (isOwner && input.userEmail && input.userEmail !== me.email)
    fail('site.ownerDecides', { email: input.userEmail });
  const ownerEmail = isOwner ? me.email : (input.userEmail ?? '');
  const isOffice = me.scope === 'company';
  const installerEmail = input.installerEmail ?? (isOffice ? me.email : '');
  // Staff who create a plant become its installer, in the company of this session.
  const own = { installerId: me.userId, companyId: me.companyId };
  const isHimself = isOffice && (installerEmail === '' || installerEmail === me.email);
  const installer = isHimself ? own : await installerOf(call, installerEmail);
  const ownerId = isOwner ? me.userId : await seenOwnerOf(call, ownerEmail);
  return {
    ownerEmail,
    installerEmail: isHimself ? me.email : installerEmail,
    ownerId,
    // The response does not reveal whether the address has an account: the plant is transferred once they confirm.
    assignTo: ownerId === null ? ownerEmail.toLowerCase() : '',
    ...installer,
  };
}
