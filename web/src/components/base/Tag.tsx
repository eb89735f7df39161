import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import '../form/form.css';

interface TagProps {
  tone?: 'plain' | 'good' | 'alert' | 'act';
  icon?: IconName;
  children: ReactNode;
}

/** A short word on a colored background; the color never carries more meaning than the word. */
export function Tag({ tone = 'plain', icon, children }: TagProps): ReactNode {
  return (
    <span className={tone === 'plain' ? 'hp-tag' : `hp-tag hp-tag-${tone}`}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
