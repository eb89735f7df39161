import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { cssColor } from '../../theme.ts';

interface LinkCodeProps {
  url: string;
  /** The target of the code. */
  children: ReactNode;
}

/** A link with its QR code. Scanners need dark on light, so the code ignores the theme. */
export function LinkCode({ url, children }: LinkCodeProps): ReactNode {
  return (
    <a data-ground="light" href={url} rel="noreferrer" target="_blank">
      <span aria-hidden="true">
        <QRCodeSVG bgColor="transparent" fgColor={cssColor('ink')} size={124} value={url} />
      </span>
      {children}
    </a>
  );
}
