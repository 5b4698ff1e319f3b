export { CardStack, FieldPair, SectionCard } from './section-card.tsx';
export { type Tab, Tabs } from './tabs.tsx';
