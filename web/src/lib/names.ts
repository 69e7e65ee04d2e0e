// Names at a table.

/** The name somebody has chosen; the server's own ("Player 1") are said in the page's language. */
export const chosenName = (of: { name?: string | null } | undefined): string => (of?.name && !/^Player \d$/.test(of.name) ? of.name : "");
