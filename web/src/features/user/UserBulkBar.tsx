import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { BulkBar } from '../../components/pv/bulk/BulkBar.tsx';
import type { BulkAction, BulkRows } from '../../components/pv/bulk/bulkAction.ts';
import { t } from '../../i18n.ts';
import type { UserRow } from './userFilters.ts';

const bulkRows: BulkRows<UserRow> = {
  keyOf: ({ uid }) => uid,
  nameOf: ({ email }) => email,
  chosenWords: (count) => t('user.chosen', { count }),
  startWords: (count) => t('user.invite.start', { count }),
};

const bulkActions: readonly BulkAction<UserRow>[] = [
  {
    key: 'invite',
    title: 'user.invite.open',
    icon: 'mail',
    needs: user.invite,
    confirmation: {
      hint: 'user.invite.hint',
      fields: [],
      start: {},
      run: async ({ uid }) => {
        const { isEmailed } = await call(user.invite, { uid, isEmailOnly: true }, { quiet: true });
        // Links for several users at a time are not shown, so that each is passed on to the right person.
        if (!isEmailed) throw new CallFailure({ message: t('user.invite.noServer') });
      },
    },
  },
];

interface UserBulkBarProps {
  rows: readonly UserRow[];
  onClear: () => void;
}

/** The selected users and their actions. */
export default function UserBulkBar({ rows, onClear }: UserBulkBarProps): ReactNode {
  return <BulkBar actions={bulkActions} of={bulkRows} onClear={onClear} rows={rows} />;
}
