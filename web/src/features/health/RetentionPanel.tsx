// Retention period of detailed readings; a portal administrator can change it after confirming what would be deleted.

import { LEAST_YEARS_KEPT } from '@helioport/contract/health';
import { overview } from '@helioport/contract/overview';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { type Answer, FailedState } from '../../components/base/FailedState.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { dateText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import { Can } from '../../session/Can.tsx';
import type { Health } from './MismatchTable.tsx';

type Retention = NonNullable<Health['store']>['retention'];

/** The options offered; other values can be set through the API. */
const offered = [1, 2, 3, 5, 7, 10, 15, 20];

const spanText = (years: number | null): string =>
  years === null ? t('health.keptEver') : t('health.keptYears', { count: years });

export function RetentionPanel({
  answer,
  health,
}: {
  answer: Answer;
  health: Health | undefined;
}): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const kept = health?.store?.retention;
  return (
    <Panel
      actions={
        <Can button="retention:update">
          <Button disabled={kept === undefined} onClick={() => setChanging(true)}>
            {t('health.keptChange')}
          </Button>
        </Can>
      }
      answer={answer}
      height={72}
      title={t('health.kept')}
    >
      {kept && (
        <Facts
          facts={[
            { title: t('health.keptFor'), value: spanText(kept.years) },
            ...(kept.detailFrom === null
              ? []
              : [{ title: t('health.keptSince'), value: dateText(kept.detailFrom) }]),
          ]}
        />
      )}
      {kept && isChanging && <RetentionDialog kept={kept} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function RetentionDialog({ kept, onClose }: { kept: Retention; onClose: () => void }): ReactNode {
  const [years, setYears] = useState(kept.years);
  const isChanged = years !== kept.years;
  const loss = useCall(
    overview.retentionLoss,
    { years: years ?? LEAST_YEARS_KEPT },
    { live: 'none', isEnabled: isChanged && years !== null },
  );
  const save = useWrite(overview.setRetention, { refreshes: ['overview'], quiet: true });
  // Saving waits until the loss of data is known.
  const isKnown = !isChanged || years === null || loss.data !== undefined;
  const goes = isChanged && years !== null && (loss.data?.days ?? 0) > 0;
  const submit = () => {
    if (!isKnown) return;
    if (!isChanged) return onClose();
    save.mutate(
      { years },
      {
        onSuccess: () => {
          toast(t('health.keptSaved'), 'success');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      form={{
        isBusy: save.isPending || (isChanged && years !== null && loss.isFetching),
        refusal: save.error?.message ?? '',
      }}
      isDanger={goes}
      onClose={onClose}
      onSubmit={submit}
      submit={t(goes ? 'health.keptRemove' : 'form.save')}
      title={t('health.keptChange')}
    >
      <SelectBox
        label={t('health.kept')}
        onChange={(value) => setYears(value === '' ? null : Number(value))}
        options={[
          { value: '', label: spanText(null) },
          ...[...new Set([...offered, ...(kept.years === null ? [] : [kept.years])])]
            .sort((a, b) => a - b)
            .map((value) => ({ value: String(value), label: spanText(value) })),
        ]}
        value={years === null ? '' : String(years)}
      />
      <div aria-live="polite" className="hp-edit">
        {isChanged && years !== null && loss.error && <FailedState answer={loss} />}
        {goes && loss.data && (
          <>
            <p>{t('health.keptGoes', { day: dateText(loss.data.detailFrom) })}</p>
            <Facts
              facts={[
                { title: t('health.keptLost'), value: formatNumber(loss.data.days, 0) },
                { title: t('health.keptPlants'), value: formatNumber(loss.data.plants, 0) },
              ]}
            />
          </>
        )}
        {isChanged && isKnown && !goes && <p>{t('health.keptNothing')}</p>}
      </div>
      <p className="hp-muted">{t('health.keptStays')}</p>
    </FormDialog>
  );
}
