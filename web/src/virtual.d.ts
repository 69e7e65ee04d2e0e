type Texts = Record<string, string | [counted: string, forms: Record<string, string>]>;

declare module "virtual:sentences/*" {
  const texts: Texts;
  export default texts;
  /** Of a language, not of a pack. */
  export const packs: Record<import("$lib/sentences").Pack, () => Promise<{ default: Texts }>>;
}

/** The address of a picture. */
declare module "*.svg?picture" {
  const address: string;
  export default address;
}
