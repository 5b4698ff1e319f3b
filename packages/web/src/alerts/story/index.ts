export { StoryPage } from './story-page.tsx';
