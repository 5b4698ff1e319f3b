export { FullScreen, Loader, NotFound, WholeLoader } from './full-screen.tsx';
export { PageHeader } from './page-header.tsx';
export { useCurrentPageName, usePageName } from './page-name.ts';
export { CardStack, FieldPair, SectionCard } from './section-card.tsx';
export { type Tab, Tabs } from './tabs.tsx';
export { useLeads } from './use-leads.ts';
export { useMedia } from './use-media.ts';
