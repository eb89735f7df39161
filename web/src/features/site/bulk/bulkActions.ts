// What can be done with all chosen plants.
import { fieldRules } from '@helioport/contract/fieldRules';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { call } from '../../../api/client.ts';
import type { FieldErrors } from '../../../components/form/FormFields.tsx';
import { ruleError } from '../../../components/form/ruleErrors.ts';
import {
  type BulkAction,
  type BulkField,
  type BulkRows,
  typedCount,
  type Values,
} from '../../../components/pv/bulk/bulkAction.ts';
import { saveRows } from '../../../components/table/saveRows.ts';
import { t, type WordKey } from '../../../i18n.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { siteColumns } from '../list/siteColumns.tsx';
import type { SiteRow } from '../list/siteFilters.ts';

const word =
  (key: WordKey): BulkField['label'] =>
  () =>
    t(key);
const email: BulkField = { name: 'email', kind: 'email', label: word('login.email') };
const emailRule = { ...fieldRules(site.updateFast).installerEmail, isRequired: true };
const emailRight = ({ email: typed }: Values): FieldErrors => ({
  email: ruleError(String(typed), emailRule),
});
const check = (name: string, label: WordKey): BulkField => ({ name, kind: 'check', label: word(label) });
const addressIn = (values: Values) => String(values.email).trim().toLowerCase();

export const bulkRows: BulkRows<SiteRow> = {
  keyOf: ({ sid }) => sid,
  nameOf: ({ siteName }) => siteName,
  chosenWords: (count) => t('site.bulk.chosen', { count }),
  startWords: (count) => t('site.bulk.start', { count }),
};

export const bulkActions: readonly BulkAction<SiteRow>[] = [
  {
    key: 'installer',
    title: 'site.bulk.installer',
    icon: 'tool',
    needs: site.updateFast,
    confirmation: {
      hint: 'site.bulk.installerHint',
      fields: [email],
      start: { email: '' },
      check: emailRight,
      run: (row, values) =>
        call(site.updateFast, { sid: row.sid, installerEmail: addressIn(values) }, { quiet: true }),
    },
  },
  {
    key: 'share',
    title: 'site.bulk.share',
    icon: 'users',
    needs: site.updateFast,
    confirmation: {
      hint: 'site.edit.shareHint',
      fields: [
        email,
        { name: 'until', kind: 'day', label: word('site.edit.shareUntil') },
        check('mayEdit', 'site.edit.shareMayEdit'),
      ],
      start: { email: '', until: '', mayEdit: false },
      check: emailRight,
      // No existing share is sent as known, so all of them are kept.
      run: ({ sid }, values) => {
        const added = {
          email: addressIn(values),
          mayEdit: values.mayEdit === true,
          until: String(values.until) || null,
        };
        return call(site.updateFast, { sid, shareWith: [added], knownShares: [] }, { quiet: true });
      },
    },
  },
  {
    key: 'reports',
    title: 'site.bulk.reports',
    icon: 'mail',
    needs: pv.reportSetUp,
    confirmation: {
      hint: 'site.bulk.reportsHint',
      fields: [
        check('daily', 'site.report.daily'),
        check('weekly', 'site.report.weekly'),
        check('monthly', 'site.report.monthly'),
        check('yearly', 'site.report.yearly'),
        check('withPdf', 'site.report.withPdf'),
      ],
      start: { daily: false, weekly: false, monthly: true, yearly: false, withPdf: true },
      // The language that was chosen for a plant stays.
      run: async ({ sid }, values) => {
        const { languageCode } = await call(pv.reportSettings, { sid }, { quiet: true });
        await call(pv.reportSetUp, { sid, languageCode, ...values }, { quiet: true });
      },
    },
  },
  {
    key: 'export',
    title: 'table.exportCsv',
    icon: 'download',
    save: (rows) => void saveRows(pageTitle('pvPlant'), siteColumns(Date.now()), rows),
  },
  {
    key: 'delete',
    title: 'form.delete',
    icon: 'clear',
    needs: pv.delete,
    confirmation: {
      hint: 'site.bulk.deleteHint',
      ...typedCount(
        (total) => t('site.bulk.typeCount', { total }),
        (total) => t('site.bulk.wrongCount', { total }),
      ),
      run: ({ sid, siteName }) => call(pv.delete, { sid, siteName: siteName.trim() }, { quiet: true }),
      isFinal: true,
    },
  },
];
