import { Link, useLocation } from '@tanstack/react-router';
import { loadMessages, useText } from '../../i18n/index.ts';
import { landingPath } from '../../people/access/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { NotFound, WholeLoader } from '../../ui/page/full-screen.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';

const MissingRight = lazyComponent(async () => {
  const [{ MissingRight: screen }] = await Promise.all([import('./missing-right.tsx'), loadMessages('people')]);
  return screen;
});

/** Says that the page does not exist. After a redirect from a forbidden page, says which right is missing. */
export function NotFoundScreen() {
  const { t } = useText();
  const missing = useLocation({ select: ({ state }) => state.missing });
  if (missing !== undefined) return <MissingRight missing={missing} waiting={<WholeLoader />} />;
  return (
    <NotFound
      whole
      actions={
        <Link to={landingPath} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}
