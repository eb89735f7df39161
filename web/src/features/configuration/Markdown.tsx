import { lazy, type ReactNode, Suspense } from 'react';
import { Bones } from '../../components/base/Panel.tsx';
import { untilFetched } from '../../connection.ts';
import './configuration.css';

const Renderer = lazy(() => untilFetched(() => import('react-markdown')));

/**
 * A text with Markdown. HTML in it is shown as text, and addresses lead to the web or to mail alone: that is the
 * renderer's own rule. Pictures are not fetched: the portal's policy knows none but its own.
 */
export function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className="hp-prose">
      <Suspense fallback={<Bones lines={6} />}>
        <Renderer
          components={{
            // The page has its own first heading.
            h1: ({ children }) => <h3>{children}</h3>,
            h2: ({ children }) => <h4>{children}</h4>,
            h3: ({ children }) => <h5>{children}</h5>,
            a: ({ children, href }) => (
              <a href={href} rel="noopener noreferrer" target="_blank">
                {children}
              </a>
            ),
            img: ({ alt }) => <em>{alt}</em>,
          }}
        >
          {text}
        </Renderer>
      </Suspense>
    </div>
  );
}
