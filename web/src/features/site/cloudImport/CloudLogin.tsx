import { cloudImport } from '@helioport/contract/cloudImport';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import type { CloudImport } from './CloudImportPage.tsx';

interface CloudLoginProps {
  host: string;
  /** The import that continues; absent: a new one. */
  one?: CloudImport;
}

/** Login to the cloud. The password is kept nowhere: neither in the browser nor on the server. */
export function CloudLogin({ host, one }: CloudLoginProps): ReactNode {
  const [account, setAccount] = useState(one?.account ?? '');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const login = useWrite(cloudImport.login, { quiet: true });
  const missing = (value: string) => (isChecked && value.trim() === '' ? t('login.required') : undefined);
  const submit = () => {
    setChecked(true);
    if (account.trim() === '' || password === '') return;
    login.mutate(
      { account, password, ...(one ? { id: one.id } : {}) },
      { onSettled: () => setPassword(''), onSuccess: () => setChecked(false) },
    );
  };
  return (
    <form
      className="hp-edit hp-cloud-login"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!login.isPending) submit();
      }}
    >
      {one ? (
        <p role="status">{t(`cloud.reason.${one.reason === '' ? 'expired' : one.reason}`)}</p>
      ) : (
        <h2>{t('cloud.login', { host })}</h2>
      )}
      {one !== undefined && one.detail !== '' && <p className="hp-muted">{one.detail}</p>}
      <p>{t('cloud.password', { host })}</p>
      <FormRefusal words={login.error?.message ?? ''} />
      <TextField
        autoComplete="off"
        error={missing(account)}
        label={t('cloud.account')}
        maxLength={200}
        onChange={setAccount}
        type="email"
        value={account}
      />
      <TextField
        autoComplete="off"
        error={login.isPending || login.error ? undefined : missing(password)}
        label={t('cloud.passwordLabel')}
        maxLength={200}
        onChange={setPassword}
        type="password"
        value={password}
      />
      <div>
        <Button isBusy={login.isPending} type="submit" variant="primary">
          {t(one ? 'cloud.continue' : 'cloud.begin')}
        </Button>
      </div>
    </form>
  );
}
