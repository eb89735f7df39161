import { auth } from '@helioport/contract/auth';
import { type ReactNode, useCallback, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useNavigationIntent } from '../../components/base/useNavigationIntent.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { t } from '../../i18n.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { DeleteMenuDialog } from './DeleteMenuDialog.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { MenuTable } from './MenuTable.tsx';
import type { Menu } from './menuOrder.ts';
import './auth.css';

const schema = urlFields({
  q: text(100),
  mode: choice(['', '1', '2', '3'], ''),
});

/** The tree of pages, buttons and modules that roles can include, in the order of the sider. */
export default function MenusPage(): ReactNode {
  const [{ q, mode }, setFilters] = useUrlState(schema);
  const [open, setOpen] = useState<{ what: 'new' | 'edit' | 'below' | 'delete'; menu?: Menu }>();
  const isFiltered = q !== '' || mode !== '';
  const whole = useCall(auth.menuList, {}, { live: 'none' });
  const found = useCall(
    auth.menuList,
    { filters: { keywords: q, mode } },
    { live: 'none', keepsPrevious: true, isEnabled: isFiltered },
  );
  const answer = isFiltered ? found : whole;
  const search = useCallback((text: string) => setFilters({ q: text }), [setFilters]);
  const close = () => setOpen(undefined);
  useNavigationIntent('new', () => setOpen({ what: 'new' }));
  const all = whole.data?.list ?? [];
  return (
    <Page
      actions={
        <Can call={auth.menuCreate}>
          <Button icon="plus" onClick={() => setOpen({ what: 'new' })} variant="primary">
            {t('auth.menu.new')}
          </Button>
        </Can>
      }
      filters={
        <>
          <SearchBox label={t('auth.menu.search')} onChange={search} value={q} />
          <SelectBox
            any={t('auth.mode.any')}
            label={t('auth.menu.mode')}
            onChange={(chosen) => setFilters({ mode: chosen as typeof mode })}
            options={[
              { value: '1', label: t('auth.mode.page') },
              { value: '2', label: t('auth.mode.button') },
              { value: '3', label: t('auth.mode.module') },
            ]}
            value={mode}
          />
        </>
      }
      sub={isFiltered ? t('auth.menu.noOrderWhileSearched') : t('auth.menu.sub')}
      title={pageTitle('menus')}
    >
      {answer.data === undefined ? (
        answer.error ? (
          <FailedState answer={answer} />
        ) : (
          <Skeleton lines={12} />
        )
      ) : answer.data.list.length === 0 ? (
        <EmptyState
          action={<Button onClick={() => setFilters({ q: '', mode: '' })}>{t('filter.clear')}</Button>}
          icon="search"
          title={t('auth.menu.noMatch')}
        />
      ) : (
        <MenuTable
          isInOrder={!isFiltered}
          list={answer.data.list}
          onMenu={(what, menu) => setOpen({ what, menu })}
        />
      )}
      {open?.what === 'new' && <MenuDrawer all={all} onClose={close} />}
      {open?.what === 'below' && open.menu && <MenuDrawer all={all} onClose={close} parent={open.menu} />}
      {open?.what === 'edit' && open.menu && <MenuDrawer all={all} menu={open.menu} onClose={close} />}
      {open?.what === 'delete' && open.menu && <DeleteMenuDialog menu={open.menu} onClose={close} />}
    </Page>
  );
}
