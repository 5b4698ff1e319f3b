import { isConditionTypeName } from '@atrium/domain/alerts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import type { OpenAlertFragment } from '../live/index.ts';
import { typeText } from '../words/index.ts';

interface OpenAlertsLinkProps {
  /** At least one. */
  readonly open: readonly OpenAlertFragment[];
  readonly className: string | undefined;
  /** Where only a picture is shown: what it stands for. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Leads to the story of the one alert that is open, or to the list of several. */
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

/** An alert by its name, or where it is gone by what it watched. */
export function useAlertName(): (entry: Pick<OpenAlertFragment, 'alertName' | 'conditionType'>) => string {
  const text = useText();
  return ({ alertName, conditionType }) =>
    alertName ?? (isConditionTypeName(conditionType) ? typeText(conditionType, text) : text.t('alerts.panel'));
}
