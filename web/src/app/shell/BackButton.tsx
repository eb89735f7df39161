import type { ReactNode } from 'react';
import { useMatches, useNavigate } from 'react-router';
import { Icon } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';
import type { PageHandle } from '../../paths.ts';

/** A round back button, on pages whose name contains "Edit". */
export function BackButton(): ReactNode {
  const navigate = useNavigate();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  if (handle?.name.includes('Edit') !== true) return null;
  return (
    <button
      aria-label={t('ui.back')}
      className="hp-back"
      onClick={() => void navigate(-1)}
      title={t('ui.back')}
      type="button"
    >
      <Icon name="back" />
    </button>
  );
}
