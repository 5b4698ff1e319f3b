import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CardStack } from '../../../ui/page/section-card.tsx';
import { Tabs } from '../../../ui/page/tabs.tsx';
import { OwnProfileDocument } from './operations.generated.ts';
import styles from './people.module.css';
import type { Person } from './person.ts';

/** Shared layout of the tabs of the viewer's profile. */
export function ProfilePage({ children }: { children: (person: Person) => ReactNode }) {
  const { t } = useText();
  const person = useOwnPerson();
  return (
    <>
      <PageHeader title={t('shell.profile')} />
      <Tabs
        label={t('shell.profile')}
        tabs={[
          { to: '/user-profile/general', text: t('shell.profileGeneral') },
          { to: '/user-profile/preferences', text: t('shell.profilePreferences') },
          { to: '/user-profile/security', text: t('shell.profileSecurity') },
        ]}
      />
      {person === null ? <Loading className={styles.ghost} /> : <CardStack>{children(person)}</CardStack>}
    </>
  );
}

/** Loads the viewer's full profile; null while loading. Throws the loading error. */
function useOwnPerson(): Person | null {
  const { data, error } = useQuery(OwnProfileDocument);
  if (data === undefined && error !== undefined) throw error;
  return data?.me ?? null;
}
