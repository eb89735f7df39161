import { type ReactNode, useEffect } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { Button } from '../components/base/Button.tsx';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { knock } from '../session/maintenance.ts';
import { signOut } from '../session/signing.ts';
import { NoticePage } from './NoticePage.tsx';

const KNOCK_EVERY_MS = 15_000;

/** Replaces every page for a user who was active when maintenance began. Disappears automatically. */
export function MaintenancePage(): ReactNode {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const tryAgain = async () => {
    if (await knock()) await revalidate();
  };
  useEffect(() => {
    const timer = setInterval(() => void tryAgain(), KNOCK_EVERY_MS);
    return () => clearInterval(timer);
  });
  const leave = async () => {
    await signOut();
    await navigate(paths.login());
    await knock();
  };
  return (
    <NoticePage hint={t('public.maintenance')} title={t('public.maintenanceTitle')}>
      <Button variant="primary" onClick={() => void tryAgain()}>
        {t('public.tryAgain')}
      </Button>
      <Button onClick={() => void leave()}>{t('public.signOut')}</Button>
    </NoticePage>
  );
}
