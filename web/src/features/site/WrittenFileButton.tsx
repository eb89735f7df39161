import type { OutputOf } from '@helioport/contract/endpoint';
import type { pv } from '@helioport/contract/pv';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { saveFile } from '../../components/table/csv.ts';

interface WrittenFileButtonProps {
  label: string;
  /** Requests the file from the server. */
  fetchFile: () => Promise<OutputOf<typeof pv.reportPdf>>;
}

/** Saves a file that the server writes on demand. */
export function WrittenFileButton({ label, fetchFile: ask }: WrittenFileButtonProps): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { fileName, type, base64 } = await ask();
      saveFile(fileName, new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], { type }));
    } catch {
      // The client has already shown the error.
    }
    setSaving(false);
  };
  return (
    <Button icon="download" isBusy={isSaving} onClick={() => void save()}>
      {label}
    </Button>
  );
}
