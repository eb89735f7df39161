import type { common } from '@helioport/contract/common';
import { currencyOf } from '@helioport/domain/currencies';
import { stateOfZone } from '@helioport/domain/zones';
import { handler } from '../../access/handler.ts';
import { placeAt } from '../../platform/atlas.ts';
import { offsetAt } from '../../platform/placeNames.ts';
import { stateNameOf } from '../../platform/places.ts';
import { countryName } from '../../platform/texts.ts';

export default handler<typeof common.addressInfo>(async ({ input, lan, now }) => {
  const place = placeAt(input.latitude, input.longitude);
  const { countryCode, isCountryCertain, timeZone, isTimeZoneCertain } = place;
  // The map has no states; only a zone within a single state determines it.
  const isCertain = isCountryCertain && isTimeZoneCertain;
  const stateCode = (isCertain && stateOfZone(timeZone)) || '';
  const stateName = stateNameOf(countryCode, stateCode);
  return {
    countryCode,
    countryName: countryName(countryCode, lan),
    isCountryCertain,
    stateCode: stateName === undefined ? '' : stateCode,
    stateName: stateName ?? '',
    timezone: timeZone,
    offset: offsetAt(timeZone, now).offset,
    isTimezoneCertain: isTimeZoneCertain,
    currency: currencyOf(countryCode),
  };
});
