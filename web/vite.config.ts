// Builds the page into the Python package, which serves it.
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { alias } from "./alias";

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["globalVariable", "baseLocale"],
      emitTsDeclarations: true,
    }),
    svelte(),
  ],
  resolve: { alias },
  build: {
    outDir: "../src/boohive/web_dist",
    emptyOutDir: true,
    target: "es2022",
    // The page runs under a content security policy without inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Whose code the bundle holds, for the notices that go with a wheel.
    license: { fileName: "licenses.json" },
    // A message is fetched with the page that says it, not with the first one.
    rolldownOptions: { treeshake: { moduleSideEffects: (id: string) => !id.includes("/paraglide/") } },
  },
  server: {
    fs: { allow: [".."] },
    // `boohive serve --origin http://localhost:5173` beside `npm run dev`.
    proxy: { "/api": "http://127.0.0.1:8765", "/ws": { target: "ws://127.0.0.1:8765", ws: true } },
  },
});
