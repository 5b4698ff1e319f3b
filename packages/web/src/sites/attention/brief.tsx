import { AttentionCard, type AttentionCardProps } from './attention-card.tsx';
import { Lead, type LeadProps } from './lead.tsx';

/** Answers before it lists: how all sites are doing, and what deserves attention. */
export function Brief(props: LeadProps & AttentionCardProps) {
  return (
    <>
      <Lead {...props} />
      <AttentionCard {...props} />
    </>
  );
}
