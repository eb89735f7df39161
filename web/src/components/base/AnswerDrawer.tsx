import type { ReactNode } from 'react';
import { Drawer } from './Dialog.tsx';
import { type Answer, FailedState } from './FailedState.tsx';
import { Skeleton } from './Skeleton.tsx';

const WIDTH = 700;

interface AnswerDrawerProps<T> {
  title: string;
  answer: Answer & { data: T | undefined };
  onClose: () => void;
  children: (found: T) => ReactNode;
}

/** Details of one item in a drawer next to its list; full screen on a phone. */
export function AnswerDrawer<T>({ title, answer, onClose, children }: AnswerDrawerProps<T>): ReactNode {
  return (
    <Drawer onClose={onClose} title={title} width={WIDTH}>
      {answer.data !== undefined ? (
        children(answer.data)
      ) : answer.error ? (
        <FailedState answer={answer} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  );
}
