import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../i18n.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { PopupHome, usePopupHome } from './popupHome.ts';
import './dialog.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Label of the submit button; without it and without `footer` there is only a close button. */
  submit?: string;
  onSubmit?: () => void;
  isBusy?: boolean;
  isDanger?: boolean;
  /** False: the action is not possible; the content explains why. */
  isReady?: boolean;
  /** Instead of the usual buttons; null for none. */
  footer?: ReactNode;
  /** False: a click outside does not close it. */
  closesByClick?: boolean;
  /** px */
  width?: number;
  className?: string;
  children?: ReactNode;
}

/** A modal dialog: Escape, the close button and a click outside close it; the focus then returns to where it was. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, onClose, submit, onSubmit, isBusy, isDanger, isReady = true, footer, width = 520 } = props;
  const usual =
    submit === undefined ? (
      <Button onClick={onClose} variant="primary">
        {t('ui.close')}
      </Button>
    ) : (
      <>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button
          disabled={!isReady}
          isBusy={isBusy === true}
          isDanger={isDanger === true}
          onClick={onSubmit}
          variant="primary"
        >
          {submit}
        </Button>
      </>
    );
  return (
    <Overlay
      className={`hp-modal ${props.className ?? ''}`}
      closesByClick={props.closesByClick ?? true}
      foot={footer === undefined ? usual : footer}
      onClose={onClose}
      style={{ maxWidth: width }}
      title={title}
    >
      {props.children}
    </Overlay>
  );
}

interface DrawerProps {
  title: string;
  onClose: () => void;
  foot?: ReactNode;
  closesByClick?: boolean;
  /** px; the whole width of a phone. */
  width?: number;
  children?: ReactNode;
}

/** A panel at the end of the window, above the page. */
export function Drawer({ title, onClose, foot, closesByClick = true, width = 520, children }: DrawerProps) {
  return (
    <Overlay
      className="hp-side"
      closesByClick={closesByClick}
      foot={foot}
      onClose={onClose}
      style={{ width }}
      title={title}
    >
      {children}
    </Overlay>
  );
}

interface OverlayProps extends DrawerProps {
  className: string;
  style: { maxWidth: number } | { width: number };
}

function Overlay({ title, onClose, foot, closesByClick, className, style, children }: OverlayProps) {
  const titleId = useId();
  const home = usePopupHome();
  const [own, setOwn] = useState<HTMLElement | null>(null);
  return (
    <Base.Root
      disablePointerDismissal={!closesByClick}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      open
    >
      <Base.Portal container={home}>
        <Base.Backdrop className="hp-backdrop" />
        <Base.Popup
          aria-labelledby={titleId}
          className={`hp-overlay ${className}`}
          ref={setOwn}
          style={style}
        >
          <div className="hp-overlay-head">
            <Base.Title id={titleId}>{title}</Base.Title>
          </div>
          {children && (
            <PopupHome value={own}>
              <div className="hp-overlay-body">{children}</div>
            </PopupHome>
          )}
          {foot !== null && foot !== undefined && <div className="hp-overlay-foot">{foot}</div>}
          <Base.Close
            aria-label={t('ui.close')}
            className="hp-icon-button hp-overlay-close"
            title={t('ui.close')}
          >
            <Icon name="close" size={18} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuDrawerProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the start of the window without head and padding, for a menu. */
export function MenuDrawer({ label, onClose, children }: MenuDrawerProps): ReactNode {
  const home = usePopupHome();
  return (
    <Base.Root
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      open
    >
      <Base.Portal container={home}>
        <Base.Backdrop className="hp-backdrop" />
        <Base.Popup aria-label={label} className="hp-overlay hp-side hp-side-start">
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
