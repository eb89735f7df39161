// All modules of the API in one table, for code that iterates over all calls.
import { account } from './account.ts';
import { alarm } from './alarm.ts';
import { auth } from './auth.ts';
import { battery } from './battery.ts';
import { bdnz } from './bdnz.ts';
import { brand } from './brand.ts';
import { cases } from './case.ts';
import { cloudImport } from './cloudImport.ts';
import { co2 } from './co2.ts';
import { common } from './common.ts';
import { configuration } from './configuration.ts';
import { dashboard } from './dashboard.ts';
import { demo } from './demo.ts';
import { device } from './device.ts';
import type { Contract } from './endpoint.ts';
import { feed } from './feed.ts';
import { finding } from './finding.ts';
import { fleet } from './fleet.ts';
import { gateway } from './gateway.ts';
import { imports } from './imports.ts';
import { influx } from './influx.ts';
import { ksp } from './ksp.ts';
import { mail } from './mail.ts';
import { overview } from './overview.ts';
import { product } from './product.ts';
import { pv } from './pv.ts';
import { site } from './site.ts';
import { token } from './token.ts';
import { user } from './user.ts';
import { webhook } from './webhook.ts';

export const contracts = {
  account,
  overview,
  site,
  pv,
  device,
  alarm,
  finding,
  feed,
  imports,
  influx,
  fleet,
  case: cases,
  bdnz,
  battery,
  ksp,
  gateway,
  product,
  auth,
  common,
  configuration,
  brand,
  co2,
  dashboard,
  demo,
  mail,
  token,
  user,
  webhook,
  cloudImport,
} satisfies Record<string, Contract>;
