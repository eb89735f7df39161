import { auth } from '@helioport/contract/auth';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type ReactNode, useMemo } from 'react';
import { useWrite } from '../../api/query.ts';
import { ChoiceField, type FieldErrors, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { ruleError } from '../../components/form/ruleErrors.ts';
import { wrongFormat } from '../../components/form/wrongFormat.ts';
import { t } from '../../i18n.ts';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { titleOf } from '../../session/menus.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { IconPicker } from './IconPicker.tsx';
import { type Menu, mayStandBelow, rowsOf } from './menuOrder.ts';
import { TitleFields } from './TitleFields.tsx';

interface MenuDraft {
  mode: '1' | '2' | '3';
  /** '' at the top. */
  parentId: string;
  title: string;
  titleLocale: Readonly<Record<string, string>>;
  icon: string;
  path: string;
  params: string;
  pageName: string;
}

interface MenuDrawerProps {
  /** The whole tree, to choose a place from. */
  all: readonly Menu[];
  /** What to change; absent: a new entry. */
  menu?: Menu;
  /** The entry above a new one. */
  parent?: Menu;
  onClose: () => void;
}

const startOf = (menu: Menu | undefined, parent: Menu | undefined): MenuDraft => ({
  mode: menu ? (String(menu.mode) as MenuDraft['mode']) : parent?.components_title ? '2' : '1',
  parentId: String(menu?.parentId ?? parent?.id ?? ''),
  title: menu?.title ?? '',
  titleLocale: menu?.titleLocale ?? {},
  icon: menu?.icon ?? '',
  path: menu?.path ?? '',
  params: menu?.params ?? '',
  pageName: menu?.components_title ?? '',
});

const menuRules = fieldRules(auth.menuCreate);
const rules = { ...menuRules, pageName: menuRules.components_title };

/** The title of a button or module is the name of its grant. */
const errorsOf = (draft: MenuDraft, wrong: FieldErrors): FieldErrors => ({
  title:
    wrong.title ??
    (draft.mode !== '1' && ruleError(draft.title, rules.pageName ?? {})
      ? wrongFormat(t('auth.menu.nameFormat'))
      : undefined),
  pageName: wrong.pageName && wrongFormat(t('auth.menu.nameFormat')),
  path: wrong.path && wrongFormat(t('auth.menu.pathFormat')),
});

/** Adds an entry to the tree, or changes one; built-in entries allow only title, icon and position. */
export function MenuDrawer({ all, menu, parent, onClose }: MenuDrawerProps): ReactNode {
  const form = useDraft<MenuDraft>(startOf(menu, parent), errorsOf, `menu-${menu?.id ?? ''}`, rules);
  const create = useWrite(auth.menuCreate, { quiet: true });
  const update = useWrite(auth.menuUpdate, { quiet: true });
  const save = async (draft: MenuDraft) => {
    const shown = { titleLocale: { ...draft.titleLocale }, icon: draft.icon };
    const place = { parent_id: Number(draft.parentId || 0) };
    const title = { title: draft.title.trim() };
    const page =
      draft.mode === '1' ? { path: draft.path, params: draft.params, components_title: draft.pageName } : {};
    const isMoved = menu !== undefined && place.parent_id !== (menu.parentId ?? 0);
    if (menu === undefined) {
      await create.mutateAsync({ ...shown, ...place, ...title, ...page, mode: draft.mode });
    } else {
      await update.mutateAsync({
        id: menu.id,
        ...shown,
        ...(isMoved ? place : {}),
        ...(menu.isSystem && menu.mode !== 1 ? {} : title),
        ...(menu.isSystem ? {} : page),
      });
    }
  };
  const { draft, change } = form;
  return (
    <DraftDrawer
      done={menu ? t('auth.menu.changed') : t('auth.menu.created')}
      form={form}
      onClose={onClose}
      submit={menu ? t('form.save') : t('auth.menu.create')}
      title={menu ? t('auth.menu.edit') : t('auth.menu.new')}
      work={save}
    >
      {menu === undefined && (
        <RadioField
          {...form.field('mode')}
          label={t('auth.menu.mode')}
          options={[
            { value: '1', label: t('auth.mode.page'), hint: t('auth.mode.pageHint') },
            { value: '2', label: t('auth.mode.button'), hint: t('auth.mode.buttonHint') },
            { value: '3', label: t('auth.mode.module'), hint: t('auth.mode.moduleHint') },
          ]}
        />
      )}
      <NameFields form={form} menu={menu} />
      <TitleFields onChange={(titleLocale) => change({ titleLocale })} titles={draft.titleLocale} />
      <PlaceField all={all} form={form} menu={menu} />
      {draft.mode === '1' && <IconPicker onChange={(icon) => change({ icon })} value={draft.icon} />}
    </DraftDrawer>
  );
}

interface FieldsProps {
  form: Draft<MenuDraft>;
  menu: Menu | undefined;
}

function NameFields({ form, menu }: FieldsProps): ReactNode {
  const { draft, change } = form;
  const isPage = draft.mode === '1';
  const isFixed = menu?.isSystem === true;
  return (
    <>
      {(isPage || !isFixed) && (
        <TextField
          {...form.text('title')}
          {...(isPage ? {} : { hint: t('auth.menu.buttonNameHint') })}
          label={isPage ? t('auth.menu.title') : t('auth.menu.grant')}
        />
      )}
      {isPage && !isFixed && (
        <div className="hp-edit-pair">
          <TextField
            {...form.text('pageName')}
            hint={t('auth.menu.pageNameHint')}
            isOptional
            label={t('auth.menu.grant')}
            onChange={(pageName) => change({ pageName: pageName.trim() })}
          />
          <TextField
            {...form.text('path')}
            isOptional
            label={t('auth.menu.path')}
            onChange={(path) => change({ path: path.trim() })}
          />
          <TextField
            {...form.text('params')}
            hint={t('auth.menu.paramsHint')}
            isOptional
            label={t('auth.menu.params')}
            onChange={(params) => change({ params: params.trim().replace(/^\?/, '') })}
          />
        </div>
      )}
    </>
  );
}

function PlaceField({ form, menu, all }: FieldsProps & { all: readonly Menu[] }): ReactNode {
  const { draft } = form;
  const mode = Number(draft.mode) as Menu['mode'];
  const places = useMemo(() => {
    const moving = menu ?? { ...blank, mode };
    return rowsOf(all, new Set())
      .filter((row) => mayStandBelow(all, moving, row.menu.id))
      .map((row) => ({
        value: String(row.menu.id),
        label: `${'\u2003'.repeat(row.level)}${titleOf(row.menu)}`,
      }));
  }, [all, menu, mode]);
  const top = mode === 1 ? { nothing: t('auth.menu.atTop') } : { nothing: t('auth.menu.choosePage') };
  return <ChoiceField {...form.choice('parentId')} {...top} label={t('auth.menu.parent')} options={places} />;
}

/** A new entry without a position in the menu. */
const blank: Menu = {
  id: 0,
  title: '',
  titleLocale: {},
  icon: '',
  path: '',
  params: '',
  mode: 1,
  components_title: '',
  parentId: null,
  position: 0,
  isSystem: false,
  roles: [],
  children: [],
};
