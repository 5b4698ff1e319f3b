/** Commands listed before the others while nothing is typed. */
const maxRecent = 5;
/** Kinds of commands that lead to a place. Others act, and are not offered again. */
const places = ['site ', 'zone ', 'page ', 'dashboard ', 'bookmark '];

/** Returns the ids of the commands run last, newest first, after another was run. Leaves out those that act. */
export function addRecentCommand(recent: readonly string[], id: string): readonly string[] {
  if (!places.some((kind) => id.startsWith(kind))) return recent;
  return [id, ...recent.filter((one) => one !== id)].slice(0, maxRecent);
}

/** Returns the commands with those run last first, and whether each is one of them. Leaves out what is gone. */
export function listRecentFirst<Command extends { readonly id: string }>(
  commands: readonly Command[],
  recent: readonly string[],
): readonly (Command & { readonly isRecent: boolean })[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const first = recent.flatMap((id) => byId.get(id) ?? []);
  const others = commands.filter(({ id }) => !recent.includes(id));
  return [
    ...first.map((command) => ({ ...command, isRecent: true })),
    ...others.map((command) => ({ ...command, isRecent: false })),
  ];
}

/** The memory stays in this browser, for each person. */
const toKey = (viewerId: number) => `atrium.palette.${viewerId}`;

export function loadRecentCommands(storage: Pick<Storage, 'getItem'>, viewerId: number): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(toKey(viewerId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

export function storeRecentCommands(
  storage: Pick<Storage, 'setItem'>,
  viewerId: number,
  recent: readonly string[],
): void {
  storage.setItem(toKey(viewerId), JSON.stringify(recent));
}
