import { useState } from 'react';

const key = 'atrium.closedSites';

/** Whether the closed sites are unfolded: as last left in this browser, else only if there are no others. */
export function useFold(isAll: boolean): { readonly isOpen: boolean; readonly onToggle: () => void } {
  const [left, setLeft] = useState(() => localStorage.getItem(key));
  const isOpen = left === null ? isAll : left === '1';
  const onToggle = () => {
    const next = isOpen ? '0' : '1';
    localStorage.setItem(key, next);
    setLeft(next);
  };
  return { isOpen, onToggle };
}
