import { account } from '@helioport/contract/account';
import { isLongEnough } from '@helioport/domain/passwords';
import { Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';
import { passwordHint } from '../../session/passwordHint.ts';
import './account.css';

interface Values {
  password: string;
  newPassword: string;
  newPassword2: string;
}

/** Changes the person's own password. The server's refusal is shown as it comes. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Values>();
  const typed = Form.useWatch('newPassword', form) ?? '';
  const change = useWrite(account.updatePassword);
  const submit = ({ password, newPassword }: Values) =>
    change.mutate(
      { password, newPassword },
      {
        onSuccess: () => {
          toast(t('account.password.done'), 'success');
          onClose();
        },
      },
    );
  return (
    <Modal
      cancelText={t('ui.cancel')}
      confirmLoading={change.isPending}
      okText={t('account.password.save')}
      onCancel={onClose}
      onOk={form.submit}
      open
      title={t('account.changePassword')}
    >
      <p className="hp-muted">{t('account.password.hint')}</p>
      <Form
        className="hp-password"
        form={form}
        layout="vertical"
        name="password"
        onFinish={submit}
        requiredMark={false}
      >
        <Form.Item
          label={t('account.password.old')}
          name="password"
          rules={[{ required: true, message: t('login.required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          extra={passwordHint(typed)}
          label={t('account.password.new')}
          name="newPassword"
          rules={[
            { required: true, message: t('login.required') },
            {
              validator: async (_rule, value: string | undefined) => {
                if (value && !isLongEnough(value)) throw new Error(t('setup.passwordShort'));
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          dependencies={['newPassword']}
          label={t('account.password.again')}
          name="newPassword2"
          rules={[
            { required: true, message: t('login.required') },
            ({ getFieldValue }) => ({
              validator: async (_rule, value: string | undefined) => {
                if (value && value !== getFieldValue('newPassword'))
                  throw new Error(t('account.password.notSame'));
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        <button hidden type="submit" />
      </Form>
    </Modal>
  );
}
