// The form of public pages: title, lead, status for screen readers, fields, one button. Validates before submitting,
// focuses the first invalid field, and shows a rejection near the fields.

import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { CallFailure } from '../../api/failure.ts';
import { Button } from '../../components/base/Button.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';
import { PublicFrame } from '../../session/PublicFrame.tsx';
import { titlePage } from '../../title.ts';
import './form.css';
import './login.css';

export type Errors = Readonly<Record<string, string | undefined>>;

interface PublicFormProps {
  title: string;
  lead?: string;
  /** Renders the fields with their error messages by name. */
  fields: (errors: Errors) => ReactNode;
  /** Error messages by field name in the order of the fields; empty if there are none. */
  check: (entries: FormData) => Errors;
  /** Submits the form; a thrown error is shown. */
  submit: (entries: FormData) => Promise<void>;
  button: string;
  busyButton: string;
  /** Shown below the form: links to other pages. */
  below?: ReactNode;
}

export function PublicForm(props: PublicFormProps): ReactNode {
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);

  const send = async (entries: FormData) => {
    setBusy(true);
    try {
      await props.submit(entries);
    } catch (reason) {
      setRefusal(reason instanceof CallFailure ? reason.message : t('request.unreachable'));
    }
    setBusy(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const entries = new FormData(form);
    const found = props.check(entries);
    setErrors(found);
    // The rejection concerned the previous input.
    setRefusal('');
    const first = Object.keys(found).find((name) => found[name]);
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void send(entries);
  };

  return (
    <PublicCard title={props.title}>
      <form className="hp-form" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{props.title}</h1>
          {props.lead && <p className="hp-form-lead">{props.lead}</p>}
        </div>
        <div aria-live="assertive" className="hp-form-news">
          {refusal && (
            <p className="hp-form-error">
              <Icon name="alert" />
              {refusal}
            </p>
          )}
        </div>
        {props.fields(errors)}
        <Button isBusy={isBusy} type="submit" variant="primary">
          {isBusy ? props.busyButton : props.button}
        </Button>
      </form>
      {props.below && <div className="hp-form-below">{props.below}</div>}
    </PublicCard>
  );
}

/** A card in the center of a public page; sets the page title. */
export function PublicCard({ title, children }: { title: string; children: ReactNode }): ReactNode {
  useEffect(() => titlePage(title), [title]);
  return (
    <PublicFrame>
      <div className="hp-login hp-login-single">
        <div className="hp-login-card">{children}</div>
      </div>
    </PublicFrame>
  );
}

/** A success message with a link to continue. */
export function PublicNotice({
  title,
  text,
  onward,
}: {
  title: string;
  text: string;
  onward: ReactNode;
}): ReactNode {
  return (
    <PublicCard title={title}>
      <div aria-live="polite" className="hp-form">
        <h1>{title}</h1>
        <p className="hp-form-lead">{text}</p>
        {onward}
      </div>
    </PublicCard>
  );
}
