import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { useNow } from '../../../components/base/time.ts';
import { DateBox } from '../../../components/form/DateBox.tsx';
import { CheckField, TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import { useSession } from '../../../session/session.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { type ShareDraft, type SiteDraft, siteRules } from './siteDraft.ts';

interface PeopleFieldsProps {
  form: Draft<SiteDraft>;
  isNew: boolean;
}

/** Owner, installer and additional access of the plant. Users are identified by email address. */
export function PeopleFields({ form, isNew }: PeopleFieldsProps): ReactNode {
  const { draft, change, errors } = form;
  const isOwner = useSession(({ info }) => info.scope === 'own');
  const today = localDay(useNow(), draft.timezone || 'UTC');
  const setShare = (at: number, patch: Partial<ShareDraft>) =>
    change({
      shareWith: draft.shareWith.map((share, i) => (i === at ? { ...share, ...patch } : share)),
      [`shareWith.${at}`]: undefined,
    });
  return (
    <div className="hp-edit">
      <div className="hp-edit-pair">
        {/* Owners create plants for themselves; ownership is transferred elsewhere. */}
        {!isOwner && (
          <TextField
            {...form.text('userEmail')}
            hint={t('site.edit.ownerHint')}
            isOptional
            label={t('site.edit.owner')}
            type="email"
          />
        )}
        <TextField
          {...form.text('installerEmail')}
          hint={isNew && !isOwner ? t('site.edit.installerSelf') : t('site.edit.installerHint')}
          isOptional
          label={t('site.edit.installer')}
          type="email"
        />
      </div>
      <h3>{t('site.edit.shareWith')}</h3>
      <p className="hp-edit-hint">{t('site.edit.shareHint')}</p>
      {draft.shareWith.map((share, i) => (
        // Rows have no name of their own while they are typed; they are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="hp-share" key={i}>
          <TextField
            error={errors[`shareWith.${i}`]}
            label={t('site.edit.shareEmail', { id: i + 1 })}
            maxLength={siteRules.userEmail?.maxLength ?? 0}
            onChange={(email) => setShare(i, { email })}
            type="email"
            value={share.email}
          />
          <DateBox
            label={t('site.edit.shareUntil')}
            min={today}
            onChange={(until) => setShare(i, { until })}
            value={share.until}
          />
          <CheckField
            isChecked={share.mayEdit}
            label={t('site.edit.shareMayEdit')}
            onChange={(mayEdit) => setShare(i, { mayEdit })}
          />
          <Button
            aria-label={t('site.edit.shareRemove', { id: i + 1 })}
            icon="clear"
            onClick={() => change({ shareWith: draft.shareWith.filter((_, at) => at !== i) })}
            title={t('site.edit.shareRemove', { id: i + 1 })}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() =>
            change({ shareWith: [...draft.shareWith, { email: '', mayEdit: false, until: '' }] })
          }
        >
          {t('site.edit.shareAdd')}
        </Button>
      </div>
    </div>
  );
}
