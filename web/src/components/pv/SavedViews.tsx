// Saved views: named filters and sort order of the list, stored on the server and thus the same on every device.
import { site } from '@helioport/contract/site';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import { Popup } from '../base/Popup.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import './savedViews.css';

interface SavedViewsProps {
  list: 'sites' | 'devices' | 'fleet' | 'cases';
  /** The filters, as the address has them; they are kept with the order, not with the page. */
  filters: readonly string[];
}

export function SavedViews({ list: which, filters }: SavedViewsProps): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const answer = useCall(site.views, { list: which }, { live: 'none' });
  const save = useWrite(site.viewSave);
  const remove = useWrite(site.viewDelete);
  const list = answer.data?.list ?? [];
  const kept = new URLSearchParams(
    [...search].filter(([key]) => [...filters, 'sort', 'order'].includes(key)),
  );
  const query = kept.toString();
  return (
    <Popup
      button={
        <>
          <Icon name="list" size={16} />
          {t('site.list.saved')}
        </>
      }
      className="hp-tool"
      label={t('site.list.saved')}
    >
      {(close) => (
        <div className="hp-saved">
          {list.length === 0 && <p className="hp-muted">{t('site.list.savedNone')}</p>}
          {list.map((view) => (
            <span key={view.name}>
              <button
                className="hp-link-button"
                onClick={() => {
                  setSearch(new URLSearchParams(view.query));
                  close();
                }}
                type="button"
              >
                {view.name}
              </button>
              <ToolButton
                icon="clear"
                label={t('site.list.savedRemove', { name: view.name })}
                onClick={() => remove.mutate({ list: which, name: view.name })}
                size={16}
              />
            </span>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() === '') return;
              save.mutate({ list: which, name, query }, { onSuccess: () => setName('') });
            }}
          >
            <label className="hp-select">
              <span>{t('site.list.savedName')}</span>
              <input maxLength={60} onChange={(event) => setName(event.target.value)} value={name} />
            </label>
            <button className="hp-link-button" disabled={name.trim() === ''} type="submit">
              {t('site.list.save')}
            </button>
          </form>
        </div>
      )}
    </Popup>
  );
}
