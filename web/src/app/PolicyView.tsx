import type { ReactNode } from 'react';
import { type Block, type Inline, inlinesOf, readPolicy } from './policyText.ts';

/** The operator's own privacy policy. */
export function PolicyView({ text }: { text: string }): ReactNode {
  return readPolicy(text).map((block) => <BlockView block={block} key={block.at} />);
}

function BlockView({ block }: { block: Block }): ReactNode {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>
            <Words text={item} />
          </li>
        ))}
      </ul>
    );
  }
  const words = <Words text={block.text} />;
  if (block.kind === 'paragraph') return <p>{words}</p>;
  return block.level === 2 ? <h2>{words}</h2> : <h3>{words}</h3>;
}

const Words = ({ text }: { text: string }): ReactNode =>
  inlinesOf(text).map((part) => <Word key={part.at} part={part} />);

function Word({ part }: { part: Inline }): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'strong') return <strong>{part.text}</strong>;
  return (
    <a href={part.href} rel="noreferrer">
      {part.text}
    </a>
  );
}
