import { type ReactNode, useState } from 'react';
import { Icon } from '../components/base/Icon.tsx';

interface AvatarProps {
  email: string;
  /** URL of the image; '' for none. */
  image: string;
  /** Pixels; default 32. */
  size?: number;
}

/** The user's avatar; if missing or broken, the first letter of the email address. */
export function Avatar({ email, image, size = 32 }: AvatarProps): ReactNode {
  const [broken, setBroken] = useState('');
  const style = { width: size, height: size, fontSize: size > 40 ? size * 0.4 : undefined };
  if (image !== '' && image !== broken) {
    return <img alt="" className="hp-avatar" onError={() => setBroken(image)} src={image} style={style} />;
  }
  return (
    <span aria-hidden="true" className="hp-avatar" style={style}>
      {email.charAt(0).toUpperCase() || <Icon name="user" size={18} />}
    </span>
  );
}
