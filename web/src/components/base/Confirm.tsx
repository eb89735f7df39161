import { Popover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useState } from 'react';
import { t } from '../../i18n.ts';
import { Button } from './Button.tsx';
import { usePopupHome } from './popupHome.ts';
import './confirm.css';

interface ConfirmProps {
  title: string;
  /** The consequences. */
  description?: string;
  submit: string;
  isDanger?: boolean;
  onConfirm: () => void;
  /** The button that opens the question. */
  children: ReactElement<Record<string, unknown>>;
}

/** A confirmation popup next to the button that opens it. */
export function Confirm({
  title,
  description,
  submit,
  isDanger,
  onConfirm,
  children,
}: ConfirmProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const home = usePopupHome();
  return (
    <Popover.Root onOpenChange={setOpen} open={isOpen}>
      <Popover.Trigger render={children} />
      <Popover.Portal container={home}>
        <Popover.Positioner className="hp-floating" collisionPadding={12} sideOffset={6}>
          <Popover.Popup className="hp-confirm">
            <Popover.Title className="hp-confirm-title">{title}</Popover.Title>
            {description && <Popover.Description>{description}</Popover.Description>}
            <div className="hp-confirm-ways">
              <Button isSmall onClick={() => setOpen(false)}>
                {t('ui.cancel')}
              </Button>
              <Button
                isDanger={isDanger === true}
                isSmall
                onClick={() => {
                  setOpen(false);
                  onConfirm();
                }}
                variant="primary"
              >
                {submit}
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
