// Scans labels one after another with the camera or from an image, into a list that is accepted as a whole.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import { Window } from '../base/Window.tsx';
import { FileButton } from '../form/FileButton.tsx';
import { pictureKinds } from '../form/fileRules.ts';
import { SelectBox } from '../form/SelectBox.tsx';
import { type Decode, openDecoder } from './decoder.ts';
import { signalRead } from './signalRead.ts';
import { useCamera } from './useCamera.ts';
import './scan.css';

/** Interval between two scans: fast enough to use, without heating the phone. */
const LOOK_EVERY_MS = 200;
/** Longest side of the scanned image; more only takes longer. */
const SIDE_PX = 1280;

let opened: Promise<Decode> | undefined;
const decoder = () => (opened ??= openDecoder());

interface ScanDialogProps {
  /** The serial number in a label's code; '' for any other code. */
  readLabel: (text: string) => string;
  /** Those that are there already. */
  known: readonly string[];
  onTake: (serials: string[]) => void;
  onClose: () => void;
}

export default function ScanDialog({ readLabel, known, onTake, onClose }: ScanDialogProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState('');
  const camera = useCamera(wanted);
  const { stream } = camera;
  const [read, setRead] = useState<readonly string[]>([]);
  const [message, setMessage] = useState<{ word: WordKey; sn: string }>();

  const take = (texts: readonly string[]) => {
    for (const sn of texts.map(readLabel).filter((one) => one !== '')) {
      const isTwice = read.includes(sn) || known.includes(sn);
      setMessage({ word: isTwice ? 'scan.twice' : 'scan.read', sn });
      if (isTwice) continue;
      signalRead();
      setRead((now) => (now.includes(sn) ? now : [...now, sn]));
    }
  };
  const taken = useRef(take);
  useEffect(() => {
    taken.current = take;
  });

  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = stream ?? null;
    // Playing is aborted when the dialog closes.
    if (stream) video.current.play().catch(() => undefined);
  }, [stream]);

  useEffect(() => {
    if (!stream) return;
    let isOver = false;
    const look = async () => {
      const seen = video.current;
      if (seen && seen.videoWidth > 0)
        taken.current(
          await (await decoder())(drawn(seen, seen.videoWidth, seen.videoHeight)).catch(() => []),
        );
      if (!isOver) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    let timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [stream]);

  const readPicture = async (file: File) => {
    const picture = await createImageBitmap(file).catch(() => null);
    const texts = picture && (await (await decoder())(drawn(picture, picture.width, picture.height)));
    if (texts?.some((text) => readLabel(text) !== '')) take(texts);
    else setMessage({ word: 'scan.nothing', sn: '' });
  };

  return (
    <Window onClose={onClose} title={t('scan.title')}>
      <div className="hp-scan">
        {camera.problem === null ? (
          <>
            {/* Live camera image without audio. */}
            <video aria-label={t('scan.seen')} className="hp-scan-video" muted playsInline ref={video} />
            <p className="hp-muted">{t(stream ? 'scan.hint' : 'scan.starting')}</p>
          </>
        ) : (
          <p className="hp-chart-note" role="alert">
            {t(camera.problem)}
          </p>
        )}
        <div className="hp-row-actions">
          {camera.all.length > 1 && (
            <SelectBox
              label={t('scan.camera')}
              onChange={setWanted}
              options={camera.all.map(({ id, name }) => ({ value: id, label: name }))}
              value={camera.id}
            />
          )}
          {camera.light !== null && (
            <Button aria-pressed={camera.light} onClick={() => camera.setLight(camera.light === false)}>
              {t('scan.light')}
            </Button>
          )}
          <FileButton
            accept={pictureKinds}
            icon="up"
            isBusy={false}
            label={t('scan.picture')}
            onFile={(file) => void readPicture(file)}
          >
            {t('scan.picture')}
          </FileButton>
        </div>
        <p aria-live="polite" className="hp-scan-said">
          {message && t(message.word, { sn: message.sn })}
        </p>
        <ul aria-label={t('scan.list')} className="hp-scan-list">
          {read.map((sn) => (
            <li key={sn}>
              <span>{sn}</span>
              <Button
                aria-label={t('scan.remove', { sn })}
                icon="clear"
                onClick={() => setRead(read.filter((one) => one !== sn))}
                isSmall
                title={t('scan.remove', { sn })}
              />
            </li>
          ))}
        </ul>
        <Button
          disabled={read.length === 0}
          onClick={() => {
            onTake([...read]);
            onClose();
          }}
          variant="primary"
        >
          {t('scan.take')}
        </Button>
      </div>
    </Window>
  );
}

/** The image to scan, scaled down if necessary. */
function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const scale = Math.min(1, SIDE_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}
