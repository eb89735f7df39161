// The device camera: requested while the scanner is visible, and released immediately afterwards.
import { useEffect, useState } from 'react';
import type { WordKey } from '../../i18n.ts';

export interface Camera {
  /** Why there is no image; null if there is one or it is starting. */
  problem: WordKey | null;
  /** Its video, once started. */
  stream: MediaStream | undefined;
  /** All cameras, once the user has granted access; browsers do not list them before. */
  all: readonly { id: string; name: string }[];
  /** The active camera. */
  id: string;
  /** Null: it has no light. */
  light: boolean | null;
  setLight: (isOn: boolean) => void;
}

/** Why no camera can be had, by the name of the browser's error. */
const messages: Readonly<Record<string, WordKey>> = {
  NotAllowedError: 'scan.refused',
  SecurityError: 'scan.refused',
  NotReadableError: 'scan.busy',
};

const letGo = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Opens a camera while the caller is mounted: the one with this id, else the rear one. */
export function useCamera(wanted: string): Camera {
  const [problem, setProblem] = useState<WordKey | null>(null);
  const [stream, setStream] = useState<MediaStream>();
  const [all, setAll] = useState<Camera['all']>([]);
  const [light, setLit] = useState(false);
  useEffect(() => {
    let isOver = false;
    let own: MediaStream | undefined;
    const open = async () => {
      // Browsers hide the camera on insecure connections.
      if (!isSecureContext) return setProblem('scan.insecure');
      if (navigator.mediaDevices === undefined) return setProblem('scan.noCamera');
      const which = wanted === '' ? { facingMode: 'environment' } : { deviceId: { exact: wanted } };
      own = await navigator.mediaDevices.getUserMedia({
        video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
        audio: false,
      });
      if (isOver) return letGo(own);
      const devices = await navigator.mediaDevices.enumerateDevices();
      const cameras = devices.filter(({ kind }) => kind === 'videoinput');
      setAll(cameras.map(({ deviceId, label }, i) => ({ id: deviceId, name: label || String(i + 1) })));
      setProblem(null);
      setLit(false);
      setStream(own);
    };
    open().catch((error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      if (!isOver) setProblem(messages[name] ?? 'scan.noCamera');
    });
    return () => {
      isOver = true;
      setStream(undefined);
      if (own) letGo(own);
    };
  }, [wanted]);
  const track = stream?.getVideoTracks()[0];
  const hasLight = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  return {
    problem,
    stream,
    all,
    id: track?.getSettings().deviceId ?? '',
    light: hasLight ? light : null,
    setLight: (isOn) => {
      const torch = { advanced: [{ torch: isOn }] } as unknown as MediaTrackConstraints;
      void track?.applyConstraints(torch).then(() => setLit(isOn));
    },
  };
}
