// Users and companies below the caller's own: profiles, permissions and assignments, and the audit log. The caller's
// own account is in the module `account`.
import { user } from '@helioport/contract/user';
import { fulfil } from '../../access/handler.ts';
import audit from './audit.ts';
import companyChoices from './companyChoices.ts';
import companyCreate from './companyCreate.ts';
import companyDel from './companyDel.ts';
import companyDetail from './companyDetail.ts';
import companyList from './companyList.ts';
import companyUpdate from './companyUpdate.ts';
import create from './create.ts';
import del from './del.ts';
import delPreview from './delPreview.ts';
import detail from './detail.ts';
import groupAccess from './groupAccess.ts';
import invite from './invite.ts';
import list from './list.ts';
import logins from './logins.ts';
import mails from './mails.ts';
import update from './update.ts';

export default fulfil(user, {
  list,
  detail,
  create,
  update,
  invite,
  delPreview,
  del,
  groupAccess,
  audit,
  mails,
  logins,
  companyList,
  companyDetail,
  companyChoices,
  companyCreate,
  companyUpdate,
  companyDel,
});
