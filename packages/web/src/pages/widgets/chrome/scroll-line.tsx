import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ScrollLineProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A line of a card, such as its legend. If it overflows, it becomes a tab stop and scrolls by keyboard. */
export function ScrollLine({ className, children }: ScrollLineProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    if (line === null) return;
    if (line.scrollHeight > line.clientHeight + 1) line.tabIndex = 0;
    else line.removeAttribute('tabindex');
  });
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  );
}
