import type { ReactNode } from 'react';
import { FieldFrame, type FrameProps } from './FormFields.tsx';
import { type RemoteChoices, RemoteSelect } from './RemoteSelect.tsx';

interface RemoteFieldProps extends FrameProps {
  /** The search results. */
  choices: RemoteChoices;
  /** '' for nothing. */
  chosen: string;
  onChoose: (value: string) => void;
  /** Text of a required field while it is empty. */
  placeholder?: string;
  /** What an empty field means, where it may stay empty. */
  nothing?: string;
}

/** One out of very many in a form. */
export function RemoteField(props: RemoteFieldProps): ReactNode {
  const { choices, chosen, onChoose, placeholder = '', nothing, ...frame } = props;
  return (
    <FieldFrame {...frame}>
      {({ id, ...ids }) => (
        <RemoteSelect
          {...choices}
          aria-describedby={ids['aria-describedby']}
          chosen={chosen || undefined}
          id={id}
          isWrong={frame.error !== undefined}
          mayClear={nothing !== undefined}
          onChoose={(value) => onChoose(value ?? '')}
          placeholder={nothing ?? placeholder}
        />
      )}
    </FieldFrame>
  );
}
