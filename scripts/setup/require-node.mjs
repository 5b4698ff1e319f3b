// Imported before everything else, because an older Node fails on the other files with a stack trace. Syntax of Node 12.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Atrium needs Node 20.19 or newer to install itself, and this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.\n`,
  );
  process.exit(1);
}
