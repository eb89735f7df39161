// The layout editor of a plant: its pages, as a drawing or a list.
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ACCESS_CHECK_MS } from '../../../api/endedAccess.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { choice, text, urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Segments } from '../../../components/form/Segments.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { clearDraft } from '../../../session/draftStorage.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { DrawRoofButton } from './DrawRoofButton.tsx';
import { LayoutEditor } from './editor/LayoutEditor.tsx';
import { LeaveDialog } from './editor/LeaveDialog.tsx';
import type { Layout } from './editor/useEditing.ts';
import { drawingOf } from './model/drawing.ts';
import './layout.css';

const placeSchema = urlFields({
  id: text(60),
  page: whole(0, 1_000_000, 0),
  view: choice(['plan', 'list'], 'plan'),
});

export default function LayoutPage(): ReactNode {
  const [{ id, page: wanted, view }, setPlace] = useUrlState(placeSchema);
  const [round, setRound] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const options = { isEnabled: id !== '', live: 'none' } as const;
  const detail = useCall(site.detail, { sid: id }, { ...options, refreshMs: ACCESS_CHECK_MS });
  const layout = useCall(device.modules, { sid: id }, options);
  const addPage = useWrite(device.modulesPageAdd, { refreshes: ['site'] });
  const mayDraw = useMayCall(device.modulesMoveBatch);
  const name = detail.data?.siteName ?? '';
  const title = name === '' ? t('page.pvPlantLayout') : `${t('page.pvPlantLayout')} · ${name}`;
  const back = <Link to={paths.site(id, 'modules')}>{t('layout.back')}</Link>;
  if (id === '' || layout.data === undefined || detail.data === undefined) {
    const failed = detail.error === null ? layout : detail;
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={title}>
        {id === '' && <EmptyState icon="plant" title={t('site.detail.noId')} />}
        {id !== '' && failed.error !== null && <FailedState answer={failed} />}
        {id !== '' && failed.error === null && <Skeleton height={480} lines={10} />}
      </Page>
    );
  }
  const { pages } = layout.data;
  const page = pages.find((one) => one.id === wanted) ?? pages[0];
  const mayEdit = layout.data.mayEdit && mayDraw;
  const add = () =>
    addPage.mutate(
      { sid: id, name: t('layout.newPage', { value: pages.length + 1 }) },
      { onSuccess: (made) => setPlace({ page: made.id }) },
    );
  const refresh = async () => {
    setConfirming(false);
    await layout.refetch();
    if (page) clearDraft(drawingOf(id, page.id));
    setRound((now) => now + 1);
  };
  return (
    <Page
      actions={
        page && (
          <>
            {pages.length > 1 && (
              <SelectBox
                label={t('layout.page')}
                onChange={(value) => setPlace({ page: Number(value) }, { isStep: true })}
                options={pages.map((one) => ({ value: String(one.id), label: one.name }))}
                value={String(page.id)}
              />
            )}
            <Segments
              label={t('layout.view')}
              onChange={(value) => setPlace({ view: value as 'plan' | 'list' })}
              options={[
                { value: 'plan', label: t('layout.plan') },
                { value: 'list', label: t('layout.list') },
              ]}
              value={view}
            />
            {mayEdit && (
              <Button icon="plus" isBusy={addPage.isPending} onClick={add}>
                {t('layout.addPage')}
              </Button>
            )}
          </>
        )
      }
      sub={back}
      title={title}
    >
      {page ? (
        <LayoutEditor
          isList={view === 'list'}
          key={`${id}/${page.id}/${round}`}
          layout={{ ...layout.data, mayEdit } satisfies Layout}
          onGone={() => setPlace({ page: 0 })}
          onRefresh={(isDirty) => (isDirty ? setConfirming(true) : void refresh())}
          page={page}
          sid={id}
          timeZone={detail.data.timezone}
        />
      ) : (
        <EmptyState
          action={mayEdit && <DrawRoofButton onMade={(made) => setPlace({ page: made })} sid={id} />}
          hint={t('layout.noPageHint')}
          icon="plant"
          title={t('layout.noPage')}
        />
      )}
      {isConfirming && page && (
        <LeaveDialog name={page.name} onLeave={() => void refresh()} onStay={() => setConfirming(false)} />
      )}
    </Page>
  );
}
