/** Runs commands in a running server; `main.ts` is the command line itself. */
export { openControlSocket } from './control-socket.ts';
