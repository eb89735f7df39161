import { fail } from '../../../platform/failure.ts';
import { isCountry, stateNameOf } from '../../../platform/places.ts';

/** Country and state as they are stored; refuses a country that does not exist and a state that is not its own. */
export function checkedPlace(countryCode: string, stateCode: string) {
  if (countryCode !== '' && !isCountry(countryCode)) fail('request.invalid', { field: 'countryCode' });
  const stateName = stateCode === '' ? '' : stateNameOf(countryCode, stateCode);
  if (stateName === undefined) return fail('request.invalid', { field: 'stateCode' });
  return { countryCode, stateCode, stateName };
}
