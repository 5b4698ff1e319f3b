import type { ReactNode } from 'react';
import { useText } from '../../../i18n/index.ts';
import { PageHeader } from '../../../ui/page/index.ts';
import { CardStack, Tabs } from '../../../ui/sections/index.ts';
import styles from '../people.module.css';
import type { Person } from '../person.ts';
import { useOwnPerson } from './use-own-person.ts';

/** What the tabs of one's own profile share. */
export function ProfilePage({ children }: { children: (person: Person) => ReactNode }) {
  const { say } = useText();
  const person = useOwnPerson();
  return (
    <>
      <PageHeader title={say('shell.profile')} />
      <Tabs
        label={say('shell.profile')}
        tabs={[
          { to: '/user-profile/general', text: say('shell.profileGeneral') },
          { to: '/user-profile/preferences', text: say('shell.profilePreferences') },
          { to: '/user-profile/security', text: say('shell.profileSecurity') },
        ]}
      />
      {person === null ? (
        <div className={styles.ghost} role="status" aria-label={say('app.loading')} />
      ) : (
        <CardStack>{children(person)}</CardStack>
      )}
    </>
  );
}
