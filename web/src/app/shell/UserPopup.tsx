import { languageByWebCode } from '@helioport/domain/languages';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '../../api/query.ts';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Icon, type IconName } from '../../components/base/Icon.tsx';
import { Popup, PopupItem } from '../../components/base/Popup.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { changeLanguage, language, t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../session/Avatar.tsx';
import { loadLanguageList, useLanguageList } from '../../session/languageList.ts';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/signing.ts';
import { openDialog } from './dialogs.ts';

/** The logged-in user, links to their settings, and the logout. */
export function UserPopup(): ReactNode {
  const { email, groupName, fullHeaderImg } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate(paths.login(pathname + search));
  };
  return (
    <Popup
      button={<Avatar email={email} image={fullHeaderImg} />}
      className="hp-user"
      label={t('public.labelled', { label: t('shell.account'), value: email })}
      onOpen={() => void loadLanguageList()}
    >
      {(close) => {
        const item = (icon: IconName, words: string, act: () => void) => (
          <PopupItem
            onClick={() => {
              close();
              act();
            }}
          >
            <Icon name={icon} size={18} />
            {words}
          </PopupItem>
        );
        return (
          <>
            <div className="hp-user-who">
              <CopyText label={t('login.email')} text={email} />
              <span>{groupName}</span>
            </div>
            {item('user', t('account.tab.profile'), () => void navigate(paths.account()))}
            <Languages />
            {item('house', t('account.switchCompany'), () => openDialog('company'))}
            {item('lock', t('account.changePassword'), () => openDialog('password'))}
            {item('device', t('account.tab.sessions'), () => void navigate(paths.account('sessions')))}
            {item('alert', t('account.unsubscribe'), () => void navigate(paths.unsubscribe()))}
            {item('info', t('shell.help'), () => openDialog('help'))}
            {item('menu', t('keys.title'), () => openDialog('keys'))}
            {item('clear', t('shell.clearCache'), clearCache)}
            {item('signOut', t('public.signOut'), () => void leave())}
          </>
        );
      }}
    </Popup>
  );
}

/** The languages, collapsed into one line. */
function Languages(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const list = useLanguageList((state) => state.list);
  return (
    <>
      <button aria-expanded={isOpen} className="hp-popup-item" onClick={() => setOpen(!isOpen)} type="button">
        <Icon name="language" size={18} />
        {t('language.choose')}
        <span className="hp-user-language">{language.title}</span>
      </button>
      {isOpen && (
        <div className="hp-user-languages">
          {list.map(({ webCode, title }) => (
            <PopupItem
              isCurrent={webCode === language.webCode}
              key={webCode}
              lang={languageByWebCode(webCode)?.tag}
              onClick={() => changeLanguage(webCode)}
            >
              {title}
            </PopupItem>
          ))}
        </div>
      )}
    </>
  );
}

/** Clears cached data and table columns; login, language and appearance stay. */
function clearCache(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('helioport-columns-') || key === 'NEP-LANG-LIST') localStorage.removeItem(key);
  }
  void queryClient.resetQueries();
  toast(t('shell.clearCacheDone'), 'success');
}
