import type { OutputOf } from '@helioport/contract/endpoint';
import { pv } from '@helioport/contract/pv';
import { languages } from '@helioport/domain/languages';
import { reportKinds } from '@helioport/domain/reportSpans';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { CheckField, ChoiceField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';

type Settings = OutputOf<typeof pv.reportSettings>;

const words = {
  daily: 'site.report.daily',
  weekly: 'site.report.weekly',
  monthly: 'site.report.monthly',
  yearly: 'site.report.yearly',
} as const;

/** On the clock of the plant. */
const hours = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Email reports of the plant that the user has ordered. */
export function ReportOrder({ settings }: { settings: Settings }): ReactNode {
  const { email: _email, ...first } = settings;
  const form = useDraft(first, undefined, `reportOrder/${first.sid}`);
  const write = useWrite(pv.reportSetUp, { quiet: true });
  const { draft } = form;
  const save = async () => {
    if (await form.save((wanted) => write.mutateAsync(wanted))) toast(t('site.report.saved'), 'success');
  };
  return (
    <form
      className="hp-edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isBusy) void save();
      }}
    >
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <fieldset className="hp-report-kinds">
        <legend className="hp-unseen">{t('site.tab.reports')}</legend>
        {reportKinds.map((kind) => (
          <CheckField
            isChecked={draft[kind]}
            key={kind}
            label={t(words[kind])}
            onChange={(isWanted) => form.change({ [kind]: isWanted })}
          />
        ))}
      </fieldset>
      <ChoiceField
        label={t('language.choose')}
        nothing={t('site.report.asAccount')}
        onChange={(code) => form.change({ languageCode: code === '' ? null : Number(code) })}
        options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
        value={draft.languageCode === null ? '' : String(draft.languageCode)}
      />
      <CheckField {...form.tick('withPdf')} label={t('site.report.withPdf')} />
      <fieldset className="hp-report-kinds">
        <legend>{t('site.report.alerts')}</legend>
        <CheckField {...form.tick('alertHourly')} label={t('site.report.alertHourly')} />
        <CheckField {...form.tick('alertTime')} label={t('site.report.alertTime')} />
      </fieldset>
      {draft.alertTime && (
        <>
          <ChoiceField
            label={t('site.report.alertStart')}
            onChange={(hour) => form.change({ alertStart: Number(hour) })}
            options={hours}
            value={String(draft.alertStart)}
          />
          <ChoiceField
            label={t('site.report.alertEnd')}
            onChange={(hour) => form.change({ alertEnd: Number(hour) })}
            options={hours}
            value={String(draft.alertEnd)}
          />
        </>
      )}
      <div>
        <Button disabled={!form.isDirty} type="submit" isBusy={form.isBusy} variant="primary">
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}
