import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/signing.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Popup, PopupItem } from '../../ui/Popup.tsx';
import { toast } from '../../ui/Toaster.tsx';

/** Who is signed in, and the ways out. */
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
      label={`${t('shell.account')}: ${email}`}
    >
      {(close) => (
        <>
          <div className="hp-user-who">
            <CopyText label={t('login.email')} text={email} />
            <span>{groupName}</span>
          </div>
          <PopupItem
            onClick={() => {
              clearCache();
              close();
            }}
          >
            <Icon name="clear" size={18} />
            {t('shell.clearCache')}
          </PopupItem>
          <PopupItem onClick={() => void leave()}>
            <Icon name="signOut" size={18} />
            {t('public.signOut')}
          </PopupItem>
        </>
      )}
    </Popup>
  );
}

/** Forgets kept answers and table columns; sign-in, language and appearance stay. */
function clearCache(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('helioport-columns-') || key === 'NEP-LANG-LIST') localStorage.removeItem(key);
  }
  void queryClient.resetQueries();
  toast(t('shell.clearCacheDone'), 'success');
}

function Avatar({ email, image }: { email: string; image: string }): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (image !== '' && !isBroken) {
    return <img alt="" className="hp-avatar" onError={() => setBroken(true)} src={image} />;
  }
  return (
    <span aria-hidden="true" className="hp-avatar">
      {email.charAt(0).toUpperCase() || <Icon name="user" size={18} />}
    </span>
  );
}
