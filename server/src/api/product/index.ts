// Models and their serial numbers, and product data of a serial number. How a device uses its model is defined in
// domain/products.
import { product } from '@helioport/contract/product';
import { fulfil } from '../../access/handler.ts';
import bdmPassword from './bdmPassword.ts';
import choices from './choices.ts';
import create from './create.ts';
import del from './del.ts';
import detail from './detail.ts';
import list from './list.ts';
import picture from './picture.ts';
import sn from './sn.ts';
import snCreate from './snCreate.ts';
import snDel from './snDel.ts';
import snInfo from './snInfo.ts';
import snIssue from './snIssue.ts';
import snIssueMany from './snIssueMany.ts';
import snIssueSheet from './snIssueSheet.ts';
import snRestrict from './snRestrict.ts';
import snSheet from './snSheet.ts';
import snStock from './snStock.ts';
import update from './update.ts';

export default fulfil(product, {
  snInfo,
  list,
  detail,
  choices,
  create,
  update,
  del,
  picture,
  bdmPassword,
  sn,
  snCreate,
  snSheet,
  snDel,
  snIssue,
  snIssueMany,
  snIssueSheet,
  snStock,
  snRestrict,
});
