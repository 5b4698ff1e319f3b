/** Runs commands in a running server; `main.ts` is the command line itself. */
export { openControlSocket } from './server/control-socket.ts';
