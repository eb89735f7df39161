import { type ReactNode, useEffect, useRef } from 'react';

interface DraftFormProps {
  /** `attempt` counts the attempts to save; absent: without fields that can be wrong. */
  form: { isBusy: boolean; attempt?: number };
  onSubmit: () => unknown;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** The form element of a draft. Each attempt to save focuses the first invalid field. */
export function DraftForm({ form: { isBusy, attempt = 0 }, onSubmit, ...rest }: DraftFormProps): ReactNode {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
      ref={ref}
    />
  );
}
