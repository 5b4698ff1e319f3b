export { CodeEntry, type CodeEntryProps } from './code-entry.tsx';
export { CodeModal } from './code-modal.tsx';
export { ContactText } from './contact-text.tsx';
