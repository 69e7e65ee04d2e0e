// The first page in each language: what search engines and previews of links read, and a screen reader before the script runs.
// The server sends the one that a browser asks for.
const DESCRIPTIONS = {
  fr: "boop., BOOOOP., Hive et Booo\u202f! à jouer contre l’ordinateur, à deux sur un écran ou avec un ami.",
  uk: "boop., БУУУУП., Вулик (Hive) і Бу-у-у!: грайте з комп’ютером, удвох за одним екраном або з другом.",
  ru: "boop., BOOOOP., Улей (Hive) и Бу-у-у!: играйте с компьютером, вдвоём за одним экраном или с другом.",
};

export const firstPages = () => ({
  name: "first-pages",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const english = String(bundle["index.html"].source);
      for (const [language, description] of Object.entries(DESCRIPTIONS)) {
        const source = english.replace('<html lang="en">', `<html lang="${language}">`).replace(/(?<=<meta name="description" content=")[^"]*/, description);
        this.emitFile({ type: "asset", fileName: `index.${language}.html`, source });
      }
    },
  },
});
