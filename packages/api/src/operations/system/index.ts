export { describeProblem } from './describe-problem.ts';
export { createInstallationReader, type Installation, type InstallationReader } from './read-installation.ts';
export { createSystemModule } from './system-module.ts';
