import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { type Answer, Bones, FailedState } from './Panel.tsx';
import { useIsPhone } from './useNarrow.ts';

const WIDTH = 700;

interface AnswerDrawerProps<T> {
  title: string;
  answer: Answer & { data: T | undefined };
  onClose: () => void;
  children: (found: T) => ReactNode;
}

/** One thing to be read beside its list, on the whole screen of a phone. */
export function AnswerDrawer<T>({ title, answer, onClose, children }: AnswerDrawerProps<T>): ReactNode {
  const isPhone = useIsPhone();
  return (
    <Drawer
      aria-label={title}
      closeIcon={<Icon name="close" size={18} />}
      onClose={onClose}
      open
      size={isPhone ? '100%' : WIDTH}
      title={title}
    >
      {answer.data !== undefined ? (
        children(answer.data)
      ) : answer.error ? (
        <FailedState answer={answer} />
      ) : (
        <Bones lines={8} />
      )}
    </Drawer>
  );
}
