// Public data available without login: languages, places, currencies, time zones and the brand. Contains no user data.
import { common } from '@helioport/contract/common';
import { fulfil } from '../../access/handler.ts';
import addressInfo from './addressInfo.ts';
import brand from './brand.ts';
import country from './country.ts';
import currency from './currency.ts';
import getHardwareValid from './getHardwareValid.ts';
import lan from './lan.ts';
import privacyPolicy from './privacyPolicy.ts';
import state from './state.ts';
import timezone from './timezone.ts';

export default fulfil(common, {
  lan,
  country,
  state,
  timezone,
  currency,
  addressInfo,
  getHardwareValid,
  brand,
  privacyPolicy,
});
