import { decodeFilters, defaultFilters, encodeFilters, type FilterState } from '@atrium/domain/pages';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Delay in ms between the last change and the URL, so that trying three zones adds one history entry. */
const debounce = 500;

export interface Filters {
  readonly state: FilterState;
  readonly change: (part: Partial<FilterState>) => void;
  readonly reset: () => void;
}

/** Synchronizes the page's filters with its URL. A change shows at once and is written after a pause. */
export function useFilters(): Filters {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const written = JSON.stringify(encodeFilters(decodeFilters(search)));
  const [state, setState] = useState(() => decodeFilters(search));
  const latest = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);

  // On back, forward or a link within the page the URL wins over a pending change.
  useEffect(() => {
    if (written === JSON.stringify(encodeFilters(latest.current))) return;
    stop();
    latest.current = decodeFilters(JSON.parse(written));
    setState(latest.current);
  }, [written, stop]);
  useEffect(() => stop, [stop]);

  const show = useCallback(
    (next: FilterState) => {
      latest.current = next;
      setState(next);
      stop();
      timer.current = setTimeout(() => {
        timer.current = null;
        void navigate({ to: '.', search: encodeFilters(latest.current) as never, resetScroll: false });
      }, debounce);
    },
    [navigate, stop],
  );
  const change = useCallback((part: Partial<FilterState>) => show({ ...latest.current, ...part }), [show]);
  const reset = useCallback(() => show({ ...defaultFilters, editability: latest.current.editability }), [show]);
  return { state, change, reset };
}
