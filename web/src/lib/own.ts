/** What a table holds under a name that comes from outside; `constructor` and the like, which every object has, are not in it. */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
