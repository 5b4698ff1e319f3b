import type { Missing, Right } from '@atrium/domain/people/access';
import { Link } from '@tanstack/react-router';
import { type MessageId, useText } from '../../i18n/index.ts';
import { landingPath } from '../../people/access/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { FullScreen } from '../../ui/page/full-screen.tsx';

/** Shown instead of a page the viewer may not open: which right is missing, and whom to ask. */
export function MissingRight({ missing }: { readonly missing: Missing }) {
  const { t, locale } = useText();
  const one = new Intl.ListFormat(locale, { type: 'disjunction' });
  const all = new Intl.ListFormat(locale, { type: 'conjunction' });
  const nameOf = (right: Right) => {
    const at = right.lastIndexOf('.');
    const area = t(`rights.area.${right.slice(0, at)}` as MessageId);
    return `${area} (${t(`rights.verb.${right.slice(at + 1)}` as MessageId)})`;
  };
  const rights = all.format(missing.rights.map((group) => one.format(group.map(nameOf))));
  return (
    <FullScreen
      whole
      title={t('rights.missing')}
      text={missing.isAdministratorOnly ? t('rights.missing.administrator') : t('rights.missing.rights', { rights })}
      actions={
        <Link to={landingPath} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}
