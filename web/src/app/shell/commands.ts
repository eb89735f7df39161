// Commands available everywhere, by the permissions of the session. An action is one entry of the list.
import { account } from '@helioport/contract/account';
import { auth } from '@helioport/contract/auth';
import { device } from '@helioport/contract/device';
import type { Endpoint } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { isIconName } from '../../components/base/Icon.tsx';
import { navigationIntent } from '../../components/base/useNavigationIntent.ts';
import { changeLanguage, language, t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { titleOf } from '../../session/menus.ts';
import type { MenuItem } from '../../session/session.ts';
import { useTheme } from '../../theme.ts';
import { openDialog } from './dialogs.ts';
import type { Command } from './matching.ts';
import { addressOf, pagesOf } from './menuItems.ts';
import { otherNamesOf } from './pageNames.ts';

type Go = (path: string, state?: object) => void;

/** The pages of the menu, each with its group. */
export function pageCommands(menus: readonly MenuItem[], go: Go, group = ''): Command[] {
  return pagesOf(menus).flatMap((item) => {
    const title = titleOf(item);
    const own: Command = {
      id: `page ${item.id}`,
      title,
      ...(group === '' ? {} : { detail: group }),
      icon: isIconName(item.icon) ? item.icon : 'dot',
      names: `${otherNamesOf(item.components_title)} ${item.titleLocale.en ?? ''}`,
      act: () => go(addressOf(item)),
    };
    return [...(item.path === '' ? [] : [own]), ...pageCommands(item.children, go, title)];
  });
}

interface CommandContext {
  go: Go;
  mayCall: (call: Endpoint) => boolean;
  languages: readonly { webCode: string; title: string }[];
  leave: () => void;
}

/** All global actions. */
export function actionCommands({ go, mayCall, languages, leave }: CommandContext): Command[] {
  const list: (Command & { call?: Endpoint })[] = [
    {
      id: 'new user',
      title: t('user.create.open'),
      icon: 'plus',
      call: user.create,
      act: () => go(paths.users(), navigationIntent('new')),
    },
    {
      id: 'new company',
      title: t('company.create.open'),
      icon: 'plus',
      call: user.companyCreate,
      act: () => go(paths.companies(), navigationIntent('new')),
    },
    {
      id: 'new role',
      title: t('auth.role.new'),
      icon: 'plus',
      call: auth.roleCreate,
      act: () => go(paths.roles(), navigationIntent('new')),
    },
    {
      id: 'new menu',
      title: t('auth.menu.new'),
      icon: 'plus',
      call: auth.menuCreate,
      act: () => go(paths.menus(), navigationIntent('new')),
    },
    {
      id: 'claim',
      title: t('palette.claim'),
      icon: 'gateway',
      call: device.claim,
      act: () => go(paths.unregistered()),
    },
    {
      id: 'company',
      title: t('account.switchCompany'),
      icon: 'house',
      call: account.switchCompany,
      act: () => openDialog('company'),
    },
    {
      id: 'password',
      title: t('account.changePassword'),
      icon: 'lock',
      call: account.updatePassword,
      act: () => openDialog('password'),
    },
    {
      id: 'sessions',
      title: t('account.tab.sessions'),
      icon: 'device',
      act: () => go(paths.account('sessions')),
    },
    ...themeCommands(),
    ...languages
      .filter(({ webCode }) => webCode !== language.webCode)
      .map(
        ({ webCode, title }): Command => ({
          id: `language ${webCode}`,
          title,
          detail: t('language.choose'),
          icon: 'language',
          act: () => changeLanguage(webCode),
        }),
      ),
    { id: 'keys', title: t('keys.title'), icon: 'menu', act: () => openDialog('keys') },
    { id: 'help', title: t('side.label'), icon: 'info', act: () => openDialog('help') },
    { id: 'sign out', title: t('public.signOut'), icon: 'signOut', act: leave },
  ];
  return list.filter(({ call }) => call === undefined || mayCall(call));
}

function themeCommands(): Command[] {
  const { choice, choose } = useTheme.getState();
  const all = [
    { choice: 'light', icon: 'sun', title: t('theme.light') },
    { choice: 'dark', icon: 'moon', title: t('theme.dark') },
    { choice: 'system', icon: 'system', title: t('theme.system') },
  ] as const;
  return all
    .filter((theme) => theme.choice !== choice)
    .map((theme) => ({
      id: `theme ${theme.choice}`,
      title: theme.title,
      detail: t('public.chooseTheme'),
      icon: theme.icon,
      act: () => choose(theme.choice),
    }));
}
