export { arrive } from './arrive.ts';
export { UnbuiltScreen } from './unbuilt-screen.tsx';
