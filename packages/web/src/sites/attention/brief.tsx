import { AttentionCard } from './attention-card.tsx';
import { Lead, type LeadProps } from './lead.tsx';

/** Answers before it lists: how all sites are doing, and what deserves attention. */
export function Brief(props: LeadProps) {
  return (
    <>
      <Lead {...props} />
      <AttentionCard {...props} />
    </>
  );
}
