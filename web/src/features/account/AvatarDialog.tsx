import { account } from '@helioport/contract/account';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useWrite } from '../../api/query.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';
import { adoptPicture } from '../../session/session.ts';
import { type Crop, held, pushed, squareOf, wholeCrop, ZOOM_MOST } from './crop.ts';

const PREVIEW_PX = 256;
/** Size of the upload: twice what the server stores, so that its own scaling determines the quality. */
const SENT_PX = 512;
const STEP_PX = 8;

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

const pictureFile = (picture: ImageBitmap, crop: Crop): Promise<File | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = SENT_PX;
  canvas.height = SENT_PX;
  draw(canvas, picture, crop);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], 'avatar.png', { type: 'image/png' })),
      'image/png',
    );
  });
};

/** Decodes the file as an image; null until loaded. An invalid file shows an error and closes the dialog. */
function usePicture(file: File, onBroken: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    let isLeft = false;
    createImageBitmap(file).then(
      (read) => !isLeft && setPicture(read),
      () => !isLeft && broken.current(),
    );
    return () => {
      isLeft = true;
    };
  }, [file]);
  return picture;
}

/** Crops the avatar: by dragging, arrow keys, and a slider for its size. */
export function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }): ReactNode {
  const [crop, setCrop] = useState(wholeCrop);
  const canvas = useRef<HTMLCanvasElement>(null);
  const upload = useWrite(account.avatar);
  const zoomId = useId();
  const picture = usePicture(file, () => {
    toast(t('account.picture.wrongKind'), 'error');
    onClose();
  });

  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const push = (by: { x: number; y: number }) => {
    if (picture) setCrop((now) => pushed(picture, now, by, PREVIEW_PX));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    push(by);
  };
  const onPointerMove = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1) push({ x: movementX, y: movementY });
  };
  const save = async () => {
    const cut = picture && (await pictureFile(picture, crop));
    if (!cut) return;
    upload.mutate(
      { file: cut },
      {
        onSuccess: ({ fullHeaderImg }) => {
          adoptPicture(fullHeaderImg);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      isBusy={upload.isPending}
      isReady={!(picture === null)}
      submit={t('account.picture.save')}
      onClose={onClose}
      onSubmit={() => void save()}
      title={t('account.picture.title')}
    >
      <div className="hp-crop">
        <button
          aria-label={t('account.picture.move')}
          className="hp-crop-frame"
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          type="button"
        >
          <canvas height={PREVIEW_PX} ref={canvas} width={PREVIEW_PX} />
        </button>
        <label htmlFor={zoomId}>{t('account.picture.zoom')}</label>
        <input
          id={zoomId}
          max={ZOOM_MOST}
          min={1}
          onChange={({ target }) => {
            const zoom = Number(target.value);
            if (picture) setCrop((now) => held(picture, { ...now, zoom }));
          }}
          step={0.05}
          type="range"
          value={crop.zoom}
        />
      </div>
    </Dialog>
  );
}
