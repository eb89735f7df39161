import { account } from '@helioport/contract/account';
import { fieldRules } from '@helioport/contract/fieldRules';
import { isLongEnough } from '@helioport/domain/passwords';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { type FieldErrors, TextField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { passwordHint } from '../../session/passwordHint.ts';
import { useDraft } from '../../session/useDraft.ts';

const empty = { password: '', newPassword: '', newPassword2: '' };

/** Further errors than those by the rules of the call, which are `wrong`. */
const errorsOf = ({ newPassword, newPassword2 }: typeof empty, wrong: FieldErrors): FieldErrors => ({
  newPassword: newPassword === '' || isLongEnough(newPassword) ? wrong.newPassword : t('setup.passwordShort'),
  newPassword2:
    newPassword2 === ''
      ? t('login.required')
      : newPassword2 === newPassword
        ? undefined
        : t('account.password.notSame'),
});

/** Changes the user's password. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useDraft(empty, errorsOf, undefined, fieldRules(account.updatePassword));
  const change = useWrite(account.updatePassword, { quiet: true });
  const field = (key: keyof typeof empty, label: string, hint?: string) => (
    <TextField
      {...form.text(key, form.text('newPassword').maxLength)}
      autoComplete={key === 'password' ? 'current-password' : 'new-password'}
      hint={hint}
      label={label}
      type="password"
    />
  );
  return (
    <DraftDialog
      done={t('account.password.done')}
      form={form}
      onClose={onClose}
      submit={t('account.password.save')}
      title={t('account.changePassword')}
      work={({ password, newPassword }) => change.mutateAsync({ password, newPassword })}
    >
      <p className="hp-muted">{t('account.password.hint')}</p>
      {field('password', t('account.password.old'))}
      {field('newPassword', t('account.password.new'), passwordHint(form.draft.newPassword))}
      {field('newPassword2', t('account.password.again'))}
    </DraftDialog>
  );
}
