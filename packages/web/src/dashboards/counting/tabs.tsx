import { Link } from '@tanstack/react-router';
import { type MessageId, useText } from '../../i18n/index.ts';
import styles from './counting.module.css';

interface Tab {
  readonly id: string;
  readonly label: MessageId;
  readonly to: '/counting/$installationId';
}

/** The counting page's tabs, each a route. A tab is added here once its page stands. */
const tabs: readonly Tab[] = [{ id: 'overview', label: 'counting.tab.overview', to: '/counting/$installationId' }];

export function Tabs({ installationId }: { readonly installationId: number }) {
  const { say } = useText();
  return (
    <nav className={styles.tabs} aria-label={say('counting.tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          params={{ installationId: String(installationId) }}
          search={true as never}
          className={styles.tab}
          activeProps={{ 'data-current': true }}
        >
          {say(tab.label)}
        </Link>
      ))}
    </nav>
  );
}
