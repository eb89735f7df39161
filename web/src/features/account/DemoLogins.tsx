import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';

/** Public by design: these accounts exist only in the demo data and are printed at startup. */
const DEMO_PASSWORD = 'helioport-demo';

interface DemoLoginsProps {
  logins: readonly { email: string; label: string }[];
  isBusy: boolean;
  onChoose: (email: string, password: string) => Promise<void>;
}

/** Logs in with one click as any demo user. */
export function DemoLogins({ logins, isBusy, onChoose }: DemoLoginsProps): ReactNode {
  return (
    <section aria-labelledby="demo-logins" className="hp-demo">
      <h2 id="demo-logins">{t('login.demo')}</h2>
      <p>{t('login.demoHint')}</p>
      <ul>
        {logins.map(({ email, label }) => (
          <li key={email}>
            <button
              disabled={isBusy}
              onClick={() => void onChoose(email, DEMO_PASSWORD)}
              title={email}
              type="button"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
