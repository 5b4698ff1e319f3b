import { Link, useLocation } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { loadMessages, useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { latePart } from '../../ui/loading/index.ts';
import { NotFound, WholeLoader } from '../../ui/page/index.ts';

const MissingRight = latePart(async () => {
  const [{ MissingRight: screen }] = await Promise.all([import('./missing-right.tsx'), loadMessages('people')]);
  return screen;
});

/** What does not exist; or, to those who were led here from a page they may not open, why they may not. */
export function NotFoundScreen() {
  const { t } = useText();
  const missing = useLocation({ select: ({ state }) => state.missing });
  if (missing !== undefined) return <MissingRight missing={missing} waiting={<WholeLoader />} />;
  return (
    <NotFound
      whole
      actions={
        <Link to={landing} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}
