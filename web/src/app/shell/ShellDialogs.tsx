// Dialogs of the shell, each loaded on first use, and their global shortcuts.
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useKeys } from '../../components/base/keys.ts';
import { lazyWithWords } from '../../components/lazyPart.tsx';
import { useRowKeys } from '../../components/table/rowKeys.ts';
import { untilFetched } from '../../connection.ts';
import { closeDialog, openDialog, useShellDialog } from './dialogs.ts';
import { startTypeAhead, takeTypeAhead } from './typeAhead.ts';

const PasswordDialog = lazyWithWords(
  async () => (await import('../../features/account/PasswordDialog.tsx')).PasswordDialog,
);
const CompanyDialog = lazyWithWords(
  async () => (await import('../../features/account/CompanyDialog.tsx')).CompanyDialog,
);
const HelpPanel = lazyWithWords(async () => (await import('./HelpPanel.tsx')).HelpPanel);
const Palette = lazy(() => untilFetched(async () => ({ default: (await import('./Palette.tsx')).Palette })));
const KeySheet = lazy(() =>
  untilFetched(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet })),
);

/** Opens the search; keys typed before its first render go into its field. */
function openPalette(): void {
  startTypeAhead(closeDialog);
  openDialog('palette');
}

export function ShellDialogs(): ReactNode {
  const open = useShellDialog((state) => state.open);
  useRowKeys();
  useKeys({ '?': () => openDialog('keys') });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (useShellDialog.getState().open === 'palette') closeDialog();
      else openPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // Leaving the shell closes its windows.
  useEffect(
    () => () => {
      takeTypeAhead();
      closeDialog();
    },
    [],
  );
  return (
    <Suspense fallback={null}>
      {open === 'password' && <PasswordDialog onClose={closeDialog} />}
      {open === 'company' && <CompanyDialog onClose={closeDialog} />}
      {open === 'palette' && <Palette />}
      {open === 'keys' && <KeySheet />}
      {open === 'help' && <HelpPanel />}
    </Suspense>
  );
}
