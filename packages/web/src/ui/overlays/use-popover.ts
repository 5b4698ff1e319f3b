import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * State of a popover below a button. Escape closes it and restores the focus. A click outside and a focus change close
 * it too. `root` goes to their common parent, `opener` to the button, `id` to the popover.
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
      // Safari does not focus clicked buttons but their nearest focusable ancestor. It must be inside, not the whole
      // page.
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
