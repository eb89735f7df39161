import { pv } from '@helioport/contract/pv';
import { languages } from '@helioport/domain/languages';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { language, t } from '../../../i18n.ts';
import { Can, useMayCall } from '../../../session/Can.tsx';
import { WrittenFileButton } from '../WrittenFileButton.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import { ReportOrder } from './ReportOrder.tsx';
import { reportInput, reportSchema } from './reportChoice.ts';
import './reports.css';

/** Email reports of the plant, and the report of any period: view, save, or send now. */
export default function SiteReportsTab({ plant }: { plant: Plant }): ReactNode {
  const mayOrder = useMayCall(pv.reportSetUp);
  return (
    <div className="hp-reports">
      {mayOrder && <OrderPanel sid={plant.sid} />}
      <ReportPanel plant={plant} />
    </div>
  );
}

function OrderPanel({ sid }: { sid: string }): ReactNode {
  const settings = useCall(pv.reportSettings, { sid }, { live: 'none' });
  return (
    <Panel
      answer={settings}
      height={300}
      sub={settings.data && t('site.report.to', { email: settings.data.email })}
      title={t('site.report.byMail')}
    >
      {settings.data && <ReportOrder settings={settings.data} />}
    </Panel>
  );
}

function ReportPanel({ plant: { sid, detail, now } }: { plant: Plant }): ReactNode {
  const [chosen, choose] = useUrlState(reportSchema);
  const today = localDay(now, detail.timezone);
  const input = reportInput(sid, chosen, today);
  const report = useCall(pv.reportView, input, { live: 'none', keepsPrevious: true });
  return (
    <Panel
      actions={<ReportActions input={input} />}
      answer={report}
      height={640}
      title={t('site.report.title')}
    >
      <div className="hp-report-bar">
        <PeriodFields
          chosen={chosen}
          onChoose={(patch) => choose(patch, { isStep: true })}
          timeZone={detail.timezone}
          today={today}
        />
        <SelectBox
          label={t('language.choose')}
          onChange={(lan) => choose({ lan: lan === String(language.code) ? '' : lan })}
          options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
          value={chosen.lan || String(language.code)}
        />
      </div>
      {report.data && (
        <iframe
          aria-busy={report.isPlaceholderData}
          className="hp-report-sheet"
          // No scripts. Same origin and dialogs are needed to print the report alone.
          sandbox="allow-same-origin allow-modals"
          srcDoc={report.data.html}
          title={report.data.subject}
        />
      )}
    </Panel>
  );
}

function ReportActions({ input }: { input: ReturnType<typeof reportInput> }): ReactNode {
  const send = useWrite(pv.reportMail);
  return (
    <>
      <WrittenFileButton fetchFile={() => call(pv.reportPdf, input)} label={t('site.report.pdf')} />
      <Can call={pv.reportMail}>
        <Button
          icon="mail"
          isBusy={send.isPending}
          onClick={() =>
            send.mutate(input, {
              onSuccess: ({ email }) => toast(t('site.report.sent', { email }), 'success'),
            })
          }
        >
          {t('site.report.send')}
        </Button>
      </Can>
    </>
  );
}
