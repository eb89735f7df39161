import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../i18n.ts';
import { ToolButton } from './ToolButton.tsx';
import './small.css';

interface CopyTextProps {
  text: string;
  /** What the text is, for the button's label: "serial number", "email". */
  label: string;
  /** Shown instead of the text, such as a link. */
  shown?: ReactNode;
}

/** A text of one line with a button that copies it. */
export function CopyText({ text, label, shown }: CopyTextProps): ReactNode {
  return (
    <span className="hp-copy">
      <span className="hp-copy-text">{shown ?? text}</span>
      <CopyButton label={label} text={text} />
    </span>
  );
}

/** A file, script or command of several lines with a button that copies it. Long lines wrap. */
export function CodeBlock({ text, label }: Pick<CopyTextProps, 'text' | 'label'>): ReactNode {
  return (
    <div className="hp-code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton label={label} text={text} />
    </div>
  );
}

/** Copies a text and confirms it. */
function CopyButton({ text, label }: Pick<CopyTextProps, 'text' | 'label'>): ReactNode {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void writeToClipboard(text).then(setCopied);
  return (
    <>
      <ToolButton
        icon={isCopied ? 'check' : 'copy'}
        label={t('ui.copy', { what: label })}
        onClick={copy}
        size={16}
      />
      <span aria-live="polite" className="hp-unseen">
        {isCopied ? t('ui.copied') : ''}
      </span>
    </>
  );
}

/** Resolves to whether it worked. Portals in a home network are often served without TLS, where the API is missing. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
