export { SentLast } from './sent-last.tsx';
