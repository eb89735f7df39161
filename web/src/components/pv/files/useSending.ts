// Uploads large files one after another: current file, progress, and rejection.
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../api/failure.ts';
import { type FileWay, type SentFile, sendFile } from '../../../api/sendFile.ts';
import { t } from '../../../i18n.ts';

export interface Sending {
  /** Name of the file that is on its way; '' for none. */
  name: string;
  /** 0 to 1. */
  share: number;
  /** Reason why the last file was rejected; '' for none. */
  refusal: string;
  send: (file: File) => void;
}

/** `onSent` is called for each completely uploaded file. */
export function useSending(way: FileWay, onSent: (file: SentFile) => void): Sending {
  const [state, setState] = useState({ name: '', share: 0, refusal: '' });
  // Uploads take time, so call the callback of the latest render.
  const onSentRef = useRef(onSent);
  useEffect(() => {
    onSentRef.current = onSent;
  });
  const work = async (file: File) => {
    setState({ name: file.name, share: 0, refusal: '' });
    try {
      onSentRef.current(await sendFile(way, file, (share) => setState((now) => ({ ...now, share }))));
      setState({ name: '', share: 0, refusal: '' });
    } catch (reason) {
      const refusal = reason instanceof CallFailure ? reason.message : t('request.unreachable');
      setState({ name: '', share: 0, refusal });
    }
  };
  return { ...state, send: (file) => void work(file) };
}
