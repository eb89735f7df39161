import { type ReactNode, useEffect } from 'react';
import { useMaintenance } from '../session/maintenance.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import { titlePage } from '../title.ts';
import './notice.css';

interface NoticePageProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** A page with a single message below an illustration of the sun, in the public frame. */
export function NoticePage(props: NoticePageProps): ReactNode {
  const isShutOut = useMaintenance((state) => state.isShutOut);
  return (
    <PublicFrame hasNoNote={isShutOut}>
      <Notice {...props} />
    </PublicFrame>
  );
}

/** The same message without a frame, for the shell. */
export function Notice({ title, hint, children }: NoticePageProps): ReactNode {
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <div className="hp-notice-page">
      <svg aria-hidden="true" fill="none" height="126" viewBox="0 0 240 126" width="240">
        <path className="hp-notice-arc" d="M20 108a100 100 0 0 1 200 0" />
        <path className="hp-notice-sun" d="M104 108a16 16 0 0 1 32 0z" />
        <path className="hp-notice-ground" d="M4 108h232M44 118h152" />
      </svg>
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className="hp-notice-ways">{children}</div>
    </div>
  );
}
