import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { useDraft } from '../../session/useDraft.ts';
import { ViewAsWindow } from '../../session/ViewAsWindow.tsx';
import { startView } from '../../session/viewing.ts';

interface Props {
  person: { uid: string; email: string };
  onClose: () => void;
}

/** Impersonates a user. */
export function ViewAsPersonDialog({ person, onClose }: Props): ReactNode {
  const form = useDraft({});
  return (
    <ViewAsWindow
      hint={t('user.viewAs.hint')}
      isBusy={form.isBusy}
      onClose={onClose}
      onStart={() => void form.save(() => startView({ uid: person.uid }))}
      refusal={form.refusal}
      title={t('auth.viewAs.title', { name: person.email })}
    />
  );
}
