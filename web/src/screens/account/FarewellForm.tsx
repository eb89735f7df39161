import { account } from '@helioport/contract/account';
import { Button, Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { resetSession, useSession } from '../../session/session.ts';
import { toast } from '../../ui/Toaster.tsx';

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
  const logOff = useWrite(account.logOff);
  const navigate = useNavigate();
  const submit = (values: Values) =>
    logOff.mutate(
      {
        password: values.password,
        ...(hasPlants && fate === 'handOver' ? { handOverTo: values.handOverTo } : {}),
        ...(hasCompanies ? { companyHandOverTo: values.companyHandOverTo } : {}),
      },
      {
        onSuccess: async () => {
          resetSession();
          toast(t('unsubscribe.done'), 'success');
          await navigate(paths.login(), { replace: true });
        },
      },
    );
  return (
    <Form<Values>
      className="hp-farewell-form"
      form={form}
      initialValues={{ fate: 'handOver' }}
      layout="vertical"
      name="farewell"
      onFinish={submit}
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
        <Button danger htmlType="submit" loading={logOff.isPending} type="primary">
          {t('unsubscribe.submit')}
        </Button>
      </div>
    </Form>
  );
}
