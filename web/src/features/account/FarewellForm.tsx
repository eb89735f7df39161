import { account } from '@helioport/contract/account';
import { Button, Form, Input, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { replaceToken, resetSession, useSession } from '../../session/session.ts';

interface Values {
  fate: 'handOver' | 'orphan';
  handOverTo?: string;
  companyHandOverTo?: string;
  password: string;
}

const required = () => ({ required: true, message: t('login.required') });
const address = () => ({ type: 'email' as const, message: t('login.emailInvalid') });

/** The last word: who gets what, the password, and the own address typed as proof that this is meant. */
export function FarewellForm({
  hasPlants,
  hasCompanies,
}: {
  hasPlants: boolean;
  hasCompanies: boolean;
}): ReactNode {
  const email = useSession((session) => session.email);
  const [form] = Form.useForm<Values>();
  const fate = Form.useWatch('fate', form) ?? 'handOver';
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  // Not as a write of the room: with the account its answers are gone, and nothing of it may be asked for again.
  const submit = async (values: Values) => {
    setBusy(true);
    const input = {
      password: values.password,
      ...(hasPlants && fate === 'handOver' ? { handOverTo: values.handOverTo } : {}),
      ...(hasCompanies ? { companyHandOverTo: values.companyHandOverTo } : {}),
    };
    try {
      await replaceToken(async () => {
        await call(account.logOff, input);
        resetSession();
      });
      toast(t('unsubscribe.done'), 'success');
      await navigate(paths.login(), { replace: true });
    } catch {
      // The client has said why.
      setBusy(false);
    }
  };
  return (
    <Form<Values>
      className="hp-farewell-form"
      form={form}
      initialValues={{ fate: 'handOver' }}
      layout="vertical"
      name="farewell"
      onFinish={(values) => void submit(values)}
      requiredMark={false}
    >
      {hasPlants && (
        <>
          <Form.Item label={t('unsubscribe.fate')} name="fate">
            <Radio.Group
              options={[
                { value: 'handOver', label: t('unsubscribe.fate.handOver') },
                { value: 'orphan', label: t('unsubscribe.fate.orphan') },
              ]}
              vertical
            />
          </Form.Item>
          {fate === 'handOver' && (
            <Form.Item
              extra={t('unsubscribe.handOverHint')}
              label={t('unsubscribe.handOverTo')}
              name="handOverTo"
              rules={[required(), address()]}
            >
              <Input autoComplete="off" inputMode="email" maxLength={254} />
            </Form.Item>
          )}
        </>
      )}
      {hasCompanies && (
        <Form.Item
          extra={t('unsubscribe.companyHandOverHint')}
          label={t('unsubscribe.companyHandOverTo')}
          name="companyHandOverTo"
          rules={[required(), address()]}
        >
          <Input autoComplete="off" inputMode="email" maxLength={254} />
        </Form.Item>
      )}
      <Form.Item label={t('login.password')} name="password" rules={[required()]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        label={t('unsubscribe.typeAddress', { email })}
        name="typed"
        rules={[
          {
            validator: async (_rule, value: string | undefined) => {
              if (value?.trim().toLowerCase() !== email.toLowerCase())
                throw new Error(t('setup.passwordMismatch'));
            },
          },
        ]}
      >
        <Input autoComplete="off" inputMode="email" maxLength={254} />
      </Form.Item>
      <div className="hp-farewell-ways">
        <Button onClick={() => void navigate(paths.account())}>{t('unsubscribe.stay')}</Button>
        <Button danger htmlType="submit" loading={isBusy} type="primary">
          {t('unsubscribe.submit')}
        </Button>
      </div>
    </Form>
  );
}
