import { QRCode } from 'antd';
import type { ReactNode } from 'react';
import { cssColor } from '../../theme.ts';

/** An address for a phone's camera. */
export default function Code({ url }: { url: string }): ReactNode {
  return (
    <QRCode
      bgColor="transparent"
      bordered={false}
      color={cssColor('ink')}
      size={124}
      type="svg"
      value={url}
    />
  );
}
