import type { ReactNode } from 'react';
import { Tag } from '../../components/base/Tag.tsx';
import { t } from '../../i18n.ts';

interface Standing {
  status: 'active' | 'blocked';
  isEmailVerified: boolean;
  isInvited: boolean;
}

/** The account status as text. */
export const standingWords = ({ status, isEmailVerified, isInvited }: Standing): string => {
  if (status === 'blocked') return t('user.status.blocked');
  if (isInvited) return t('user.status.invited');
  return isEmailVerified ? t('user.status.active') : t('user.status.unverified');
};

export function StandingTag(standing: Standing): ReactNode {
  if (standing.status === 'blocked') {
    return (
      <Tag icon="lock" tone="alert">
        {standingWords(standing)}
      </Tag>
    );
  }
  if (standing.isInvited || !standing.isEmailVerified)
    return <Tag icon="clock">{standingWords(standing)}</Tag>;
  return (
    <Tag icon="check" tone="good">
      {standingWords(standing)}
    </Tag>
  );
}
