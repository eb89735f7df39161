import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { untilFetched } from '../../connection.ts';
import './configuration.css';

const Renderer = lazy(() => untilFetched(() => import('react-markdown')));

/**
 * Renders Markdown. The renderer shows HTML as text and allows only web and email links. External images are not
 * loaded: the content security policy allows only the portal's own.
 */
export function Markdown({ text }: { text: string }): ReactNode {
  return (
    <div className="hp-prose">
      <Suspense fallback={<Skeleton lines={6} />}>
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
