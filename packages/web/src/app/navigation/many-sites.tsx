import { formatNumber } from '@atrium/domain/core/format';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { searchEntries } from '../../ui/choice/search-entries.ts';
import { PageIcon } from '../../ui/icons/page-icon.tsx';
import styles from './many-sites.module.css';
import sidebar from './sidebar.module.css';
import { addRecent, listRemembered, loadMemory, storeMemory, toggleFavorite } from './site-memory.ts';
import { findSiteOfPage, type ListedSite, SiteRows } from './site-row.tsx';

/** Maximum number of search results. */
const maxFound = 12;

interface ManySitesProps {
  /** By name. */
  readonly sites: readonly ListedSite[];
  readonly onNavigate: (() => void) | undefined;
}

/** Search for a site, with favorites and the sites opened last. Only these show the people inside. */
export function ManySites({ sites, onNavigate }: ManySitesProps) {
  const { t, locale } = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [memory, setMemory] = useSiteMemory();
  const listed = useMemo(() => listRemembered(sites, memory), [sites, memory]);
  const entries = useMemo(() => sites.map((site) => ({ site, text: site.name })), [sites]);
  const isSearching = query.trim() !== '';
  const found = isSearching ? searchEntries(entries, query).map(({ site }) => site) : [];
  const count = (amount: number) => formatNumber(amount, { locale, decimals: 0 });

  const leave = () => {
    setQuery('');
    onNavigate?.();
  };
  function onKeyDown(event: KeyboardEvent) {
    const [first] = found;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return;
    leave();
    void navigate({ to: '/counting/$installationId', params: { installationId: String(first.id) } });
  }

  const toolOf = ({ id, name }: ListedSite) => (
    <button
      type="button"
      className={styles.star}
      aria-pressed={memory.favorites.includes(id)}
      aria-label={t('shell.favorite', { name })}
      title={t('shell.favorite', { name })}
      onClick={() => setMemory(toggleFavorite(memory, id))}
    >
      <PageIcon name="star" />
    </button>
  );
  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label={t('shell.findSite')}
        placeholder={t('shell.findSite')}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul className={`${sidebar.list} ${styles.list}`}>
        {isSearching ? (
          <SiteRows sites={found.slice(0, maxFound)} onNavigate={leave} isLive={false} toolOf={toolOf} />
        ) : (
          <SiteRows sites={listed} onNavigate={onNavigate} toolOf={toolOf} />
        )}
      </ul>
      <p className={sidebar.empty} role="status">
        {isSearching &&
          (found.length === 0
            ? t('palette.none')
            : found.length > maxFound && t('app.list.more', { shown: count(maxFound), count: count(found.length) }))}
      </p>
    </>
  );
}

/** Returns the viewer's favorites and recent sites, and a setter. The site of the current page becomes recent. */
function useSiteMemory() {
  const { id } = useViewer();
  const [memory, setMemory] = useState(() => loadMemory(localStorage, id));
  const current = useRouterState({ select: ({ location }) => findSiteOfPage(location.pathname) });
  useEffect(() => {
    if (current !== null) setMemory((before) => (before.recent[0] === current ? before : addRecent(before, current)));
  }, [current]);
  useEffect(() => storeMemory(localStorage, id, memory), [id, memory]);
  return [memory, setMemory] as const;
}
