import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * What opens below a button. Escape closes it and gives the focus back; a press beside it and focus that goes elsewhere
 * close it too. `root` goes to what holds both, `opener` to the button, `id` to what opens.
 */
export function usePopover() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    id,
    isOpen,
    close,
    root: {
      ref: place,
      // Where pressed buttons take no focus (Safari), the nearest place around them does: one in here, not the whole page.
      tabIndex: -1,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget !== null && !place.current?.contains(relatedTarget)) setOpen(false);
      },
    },
    opener: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => setOpen(!isOpen),
    },
  };
}
