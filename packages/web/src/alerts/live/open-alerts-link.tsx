import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OpenAlertFragment } from './index.ts';

interface OpenAlertsLinkProps {
  /** Not empty. */
  readonly open: readonly OpenAlertFragment[];
  readonly className: string | undefined;
  /** Accessible name if the content is only an icon. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Links to the story of a single open alert, or to the list of several. */
export function OpenAlertsLink({ open: [first, ...more], className, label, children }: OpenAlertsLinkProps) {
  const look = { className, 'aria-label': label, title: label };
  if (first === undefined || more.length > 0)
    return (
      <Link to="/alerts" search={{ show: 'open' }} {...look}>
        {children}
      </Link>
    );
  return (
    <Link to="/alerts/log/$logId" params={{ logId: String(first.id) }} {...look}>
      {children}
    </Link>
  );
}
