import { useText } from '../i18n/index.ts';
import { useViewer } from '../organization/index.ts';
import { PageHeader } from '../ui/page/index.ts';
import { Activity } from './activity.tsx';
import { Counts } from './counts.tsx';
import styles from './home.module.css';
import { Shortcuts, type ShortcutsProps } from './shortcuts.tsx';

/** Layout of the home page: figures first, or links first. */
export type HomeLayout = 'figures' | 'ways';

/** Numbers of sites, people and sensors, recent activity, and links. */
export function HomePage({ layout, places }: { layout: HomeLayout } & ShortcutsProps) {
  const { t } = useText();
  const { organization } = useViewer();
  const parts = {
    figures: (
      <>
        <Counts />
        <div className={styles.columns}>
          <Activity />
          <Shortcuts places={places} />
        </div>
      </>
    ),
    ways: (
      <div className={styles.sideways}>
        <Shortcuts places={places} />
        <div className={styles.stack}>
          <Counts />
          <Activity />
        </div>
      </div>
    ),
  };
  return (
    <>
      <PageHeader title={organization.name} status={t('home.lead')} />
      <div className={styles.page}>{parts[layout]}</div>
    </>
  );
}
