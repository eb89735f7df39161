// All modules of the API: each contract with its handlers.
import { contracts } from '@helioport/contract/contracts';
import { type Fulfilled, fulfil } from './access/handler.ts';
import * as account from './api/account/index.ts';
import * as alarm from './api/alarm/index.ts';
import * as auth from './api/auth/index.ts';
import * as battery from './api/battery/index.ts';
import * as bdnz from './api/bdnz/index.ts';
import * as brand from './api/brand/index.ts';
import * as cases from './api/case/index.ts';
import * as cloudImport from './api/cloudImport/index.ts';
import * as co2 from './api/co2/index.ts';
import * as common from './api/common/index.ts';
import * as configuration from './api/configuration/index.ts';
import * as dashboard from './api/dashboard/index.ts';
import * as demo from './api/demo/index.ts';
import * as device from './api/device/index.ts';
import * as feed from './api/feed/index.ts';
import * as finding from './api/finding/index.ts';
import * as fleet from './api/fleet/index.ts';
import * as gateway from './api/gateway/index.ts';
import * as imports from './api/imports/index.ts';
import * as influx from './api/influx/index.ts';
import * as ksp from './api/ksp/index.ts';
import * as mail from './api/mail/index.ts';
import * as overview from './api/overview/index.ts';
import * as product from './api/product/index.ts';
import * as pv from './api/pv/index.ts';
import * as site from './api/site/index.ts';
import * as token from './api/token/index.ts';
import * as user from './api/user/index.ts';
import * as webhook from './api/webhook/index.ts';

export const apiCalls: readonly Fulfilled[] = fulfil(contracts, {
  account,
  alarm,
  auth,
  battery,
  bdnz,
  brand,
  case: cases,
  cloudImport,
  co2,
  common,
  configuration,
  dashboard,
  demo,
  device,
  feed,
  finding,
  fleet,
  gateway,
  imports,
  influx,
  ksp,
  mail,
  overview,
  product,
  pv,
  site,
  token,
  user,
  webhook,
});
