// All settings of a plant, with its history of changes; deletion of the plant is below.
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { type Folds, FoldsContext } from '../../../components/base/folds.ts';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { ChangeList } from '../../../components/pv/ChangeList.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { ArchivePanel } from './ArchivePanel.tsx';
import { DeleteSiteDialog } from './DeleteSiteDialog.tsx';
import { DevicesList } from './DevicesList.tsx';
import { FilesPanel } from './FilesPanel.tsx';
import { HandOverPanel } from './HandOverPanel.tsx';
import { PictureField } from './PictureField.tsx';
import { PublicPagePanel } from './PublicPagePanel.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { SerialsField } from './SerialsField.tsx';
import { SiteFields } from './SiteFields.tsx';

import { draftOf, type SiteDetail, type SiteDraft, siteErrors, siteRules, updateInput } from './siteDraft.ts';
import { noSerials, type SerialsDraft, useSerials } from './useSerials.ts';

/** The section open on a phone if the URL contains none. */
const FIRST = 'place';
const sectionSchema = urlFields({ section: text(20) });

export function SiteSettings({ detail }: { detail: SiteDetail }): ReactNode {
  const mayUpdate = useMayCall(site.updateFast);
  const mayEdit = mayUpdate && detail.mayEdit;
  const mayDelete = useMayCall(pv.delete) && detail.mayDecide;
  // After saving, the form restarts with the stored values: new arrays have their ids, and nothing is unsaved.
  const [round, setRound] = useState(0);
  const folds = useSections();
  const sections = useRef<HTMLDivElement>(null);
  return (
    <Page
      sub={
        <>
          <Link to={paths.site(detail.sid)}>{t('site.edit.toPlant')}</Link>
          {' · '}
          <Link to={paths.siteCommission(detail.sid)}>{t('page.pvPlantCommission')}</Link>
          {mayEdit && (
            <>
              {' · '}
              <Link to={paths.siteConnect(detail.sid)}>{t('page.pvPlantConnect')}</Link>
              {' · '}
              <Link to={paths.siteImport(detail.sid)}>{t('page.pvPlantImport')}</Link>
            </>
          )}
        </>
      }
      title={t('site.edit.title', { name: detail.siteName })}
    >
      {folds === null && <SectionLinks of={sections} />}
      <FoldsContext value={folds}>
        <div className="hp-settings" ref={sections}>
          <div className="hp-settings-main">
            <DevicesList detail={detail} />
            <Editor detail={detail} key={round} mayEdit={mayEdit} onSaved={() => setRound(round + 1)} />
          </div>
          <div className="hp-settings-side">
            {mayEdit && (
              <Panel fold="picture" title={t('site.edit.picture')}>
                <PictureField logo={detail.logo} sid={detail.sid} />
              </Panel>
            )}
            <FilesPanel detail={detail} mayEdit={mayEdit} />
            {mayEdit && detail.mayDecide && <PublicPagePanel sid={detail.sid} />}
            {mayEdit && <HandOverPanel detail={detail} />}
            {mayEdit && <ArchivePanel sid={detail.sid} />}
            {detail.mayEdit && <ChangeList sid={detail.sid} />}
            {mayDelete && <EndOfPlant detail={detail} />}
          </div>
        </div>
      </FoldsContext>
    </Page>
  );
}

/**
 * The section in the URL is scrolled into view; on a phone it is the expanded one, by default the first. null: none
 * collapse.
 */
function useSections(): Folds | null {
  const [{ section }, setPlace] = useUrlState(sectionSchema);
  const isPhone = useIsPhone();
  useEffect(() => {
    if (section === '') return;
    const head = `[data-fold="${CSS.escape(section)}"] > .hp-panel-head`;
    document.querySelector(head)?.scrollIntoView({ block: 'start' });
  }, [section]);
  return useMemo(
    () =>
      isPhone
        ? {
            open: section === '' ? FIRST : section,
            onOpen: (fold) => setPlace({ section: fold === '' ? 'none' : fold }),
          }
        : null,
    [isPhone, section, setPlace],
  );
}

/** Devices to be added are part of the same draft, so that they are kept or discarded with it. */
type SettingsDraft = SiteDraft & SerialsDraft;

interface EditorProps {
  detail: SiteDetail;
  mayEdit: boolean;
  onSaved: () => void;
}

function Editor({ detail, mayEdit, onSaved }: EditorProps): ReactNode {
  const [first] = useState((): SettingsDraft => ({ ...draftOf(detail), ...noSerials }));
  const form = useDraft<SettingsDraft>(first, siteErrors, `site/${detail.sid}`, siteRules);
  const update = useWrite(site.updateFast, { quiet: true, refreshes: ['overview', 'device'] });
  const fields = useRef<HTMLFormElement>(null);
  const { attempt } = form;
  const folds = useContext(FoldsContext);
  const lookedAt = useRef(0);
  useEffect(() => {
    if (attempt === lookedAt.current) return;
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const shut = wrong?.closest<HTMLElement>('[data-shut]')?.dataset.fold;
    // Expands the section first; the effect then runs again.
    if (shut !== undefined) return folds?.onOpen(shut);
    lookedAt.current = attempt;
    wrong?.focus();
  }, [attempt, folds]);
  const save = async () => {
    let refused: string[] = [];
    let offeredTo: string | undefined;
    const isSaved = await form.save(async (draft) => {
      const answer = await update.mutateAsync(
        updateInput(detail.sid, { first, draft, devices: draft.devices, mayDecide: detail.mayDecide }),
      );
      offeredTo = answer.offeredTo;
      refused = answer.devices
        .filter(({ isEntered }) => !isEntered)
        .map(({ sn, msg }) => t('public.labelled', { label: sn, value: msg }));
    });
    if (!isSaved) return;
    toast(t('site.edit.saved'), 'success');
    if (offeredTo !== undefined) toast(t('site.handOver.sent', { email: offeredTo }), 'success');
    for (const words of refused) toast(words, 'error');
    onSaved();
  };
  const serials = useSerials(form, () => void save());
  return (
    <form
      className="hp-site-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isBusy && !serials.isWaiting) serials.submit();
      }}
      ref={fields}
    >
      <fieldset className="hp-site-fields" disabled={!mayEdit}>
        <legend className="hp-unseen">{detail.siteName}</legend>
        <RestoredNote onDrop={form.dropRestored} />
        {!mayEdit && <p className="hp-muted">{t('site.edit.readOnly')}</p>}
        <SiteFields form={form} isNew={false} mayDecide={detail.mayDecide} />
        <Panel fold="devices" sub={t('site.edit.devicesSub')} title={t('site.edit.devices')}>
          <SerialsField change={form.change} draft={form.draft} serials={serials} />
        </Panel>
      </fieldset>
      {mayEdit && (
        <div className="hp-site-save">
          <FormRefusal words={form.refusal} />
          <Button
            disabled={!form.isDirty || !serials.check.isReady}
            type="submit"
            isBusy={form.isBusy || serials.isWaiting}
            variant="primary"
          >
            {t('form.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function EndOfPlant({ detail }: { detail: SiteDetail }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel fold="end" title={t('site.delete.title')}>
      <div className="hp-edit">
        <p>{t('site.delete.what')}</p>
        <div>
          <Button isDanger onClick={() => setOpen(true)}>
            {t('site.delete.open')}
          </Button>
        </div>
      </div>
      {isOpen && <DeleteSiteDialog detail={detail} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
