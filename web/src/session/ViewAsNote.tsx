import { type ReactNode, useState } from 'react';
import { Button } from '../components/base/Button.tsx';
import { Icon } from '../components/base/Icon.tsx';
import { t } from '../i18n.ts';
import { useSession } from './session.ts';
import { endView } from './viewing.ts';
import './viewing.css';

function wordsOf({
  name,
  companyName,
  email,
}: NonNullable<ReturnType<typeof useSession.getState>['viewAs']>) {
  if (email !== undefined) return t('public.viewingPerson', { email, role: name });
  return companyName === ''
    ? t('public.viewing', { role: name })
    : t('public.viewingIn', { role: name, company: companyName });
}

/** Shown on every page while a role or another user is impersonated, with a way to end it. */
export function ViewAsNote(): ReactNode {
  const viewAs = useSession((session) => session.viewAs);
  const [isBusy, setBusy] = useState(false);
  if (viewAs === null) return null;
  const end = () => {
    setBusy(true);
    endView().catch(() => setBusy(false));
  };
  return (
    <div className="hp-viewing" role="status">
      <Icon name="eye" size={18} />
      <span>{wordsOf(viewAs)}</span>
      <Button aria-busy={isBusy} disabled={isBusy} onClick={end}>
        {t('public.endViewing')}
      </Button>
    </div>
  );
}
