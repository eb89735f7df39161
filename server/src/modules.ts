// All modules of the API. An architecture test that walks the contract detects a missing one.
import type { Fulfilled } from './access/handler.ts';
import account from './api/account/index.ts';
import alarm from './api/alarm/index.ts';
import auth from './api/auth/index.ts';
import battery from './api/battery/index.ts';
import bdnz from './api/bdnz/index.ts';
import brand from './api/brand/index.ts';
import cases from './api/case/index.ts';
import cloudImport from './api/cloudImport/index.ts';
import co2 from './api/co2/index.ts';
import common from './api/common/index.ts';
import configuration from './api/configuration/index.ts';
import dashboard from './api/dashboard/index.ts';
import demo from './api/demo/index.ts';
import device from './api/device/index.ts';
import feed from './api/feed/index.ts';
import finding from './api/finding/index.ts';
import fleet from './api/fleet/index.ts';
import gateway from './api/gateway/index.ts';
import imports from './api/imports/index.ts';
import influx from './api/influx/index.ts';
import ksp from './api/ksp/index.ts';
import mail from './api/mail/index.ts';
import overview from './api/overview/index.ts';
import product from './api/product/index.ts';
import pv from './api/pv/index.ts';
import site from './api/site/index.ts';
import token from './api/token/index.ts';
import user from './api/user/index.ts';
import webhook from './api/webhook/index.ts';

export const rooms: readonly Fulfilled[] = [
  ...account,
  ...auth,
  ...brand,
  ...co2,
  ...cloudImport,
  ...common,
  ...configuration,
  ...dashboard,
  ...demo,
  ...mail,
  ...overview,
  ...site,
  ...pv,
  ...device,
  ...alarm,
  ...finding,
  ...feed,
  ...imports,
  ...influx,
  ...fleet,
  ...cases,
  ...bdnz,
  ...battery,
  ...ksp,
  ...gateway,
  ...product,
  ...token,
  ...user,
  ...webhook,
];
