declare module "virtual:sentences/*" {
  const texts: Record<string, string | [counted: string, forms: Record<string, string>]>;
  export default texts;
}
