import { account } from '@helioport/contract/account';
import { isLongEnough } from '@helioport/domain/passwords';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { type FieldErrors, TextField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { passwordHint } from '../../session/passwordHint.ts';
import './account.css';

interface Values {
  password: string;
  newPassword: string;
  newPassword2: string;
}

const errorsOf = ({ password, newPassword, newPassword2 }: Values): FieldErrors => ({
  ...(password === '' ? { password: t('login.required') } : {}),
  ...(newPassword === ''
    ? { newPassword: t('login.required') }
    : isLongEnough(newPassword)
      ? {}
      : { newPassword: t('setup.passwordShort') }),
  ...(newPassword2 === ''
    ? { newPassword2: t('login.required') }
    : newPassword2 === newPassword
      ? {}
      : { newPassword2: t('account.password.notSame') }),
});

/** Changes the user's password. The server's error message is shown unchanged. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [values, setValues] = useState<Values>({ password: '', newPassword: '', newPassword2: '' });
  const [wasTried, setTried] = useState(false);
  const change = useWrite(account.updatePassword);
  const found = errorsOf(values);
  const errors = wasTried ? found : {};
  const submit = () => {
    setTried(true);
    if (change.isPending || Object.keys(found).length > 0) return;
    change.mutate(
      { password: values.password, newPassword: values.newPassword },
      {
        onSuccess: () => {
          toast(t('account.password.done'), 'success');
          onClose();
        },
      },
    );
  };
  const field = (key: keyof Values, label: string, hint?: string) => (
    <TextField
      autoComplete={key === 'password' ? 'current-password' : 'new-password'}
      error={errors[key]}
      hint={hint}
      label={label}
      maxLength={200}
      onChange={(value) => setValues((now) => ({ ...now, [key]: value }))}
      type="password"
      value={values[key]}
    />
  );
  return (
    <Dialog
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
      submit={t('account.password.save')}
      title={t('account.changePassword')}
    >
      <p className="hp-muted">{t('account.password.hint')}</p>
      <form
        className="hp-edit hp-password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {field('password', t('account.password.old'))}
        {field('newPassword', t('account.password.new'), passwordHint(values.newPassword))}
        {field('newPassword2', t('account.password.again'))}
        <button hidden type="submit" />
      </form>
    </Dialog>
  );
}
