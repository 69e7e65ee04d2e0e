import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// A short class name for each component: it is in its script as often as in its styles.
const cssHash = ({ hash, filename }) => `s${hash(filename).slice(0, 4)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
