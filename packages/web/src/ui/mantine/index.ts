export { MantineScope } from './mantine-scope.tsx';
