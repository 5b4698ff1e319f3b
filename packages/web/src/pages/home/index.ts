export { type HomeLayout, HomePage } from './home-page.tsx';
