// The unit tests of the page's own logic: `npx vitest run`, part of `./dev test`. Boards and pages are tested in Chromium.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { alias } from "./alias.js";
import { sentences } from "./sentences.js";

export default defineConfig({
  plugins: [sentences(), svelte()],
  // Without this Svelte's server build is taken, in which $state does nothing.
  resolve: { alias, conditions: ["browser"] },
  // Pictures of the games are outside of this folder.
  server: { fs: { allow: [".."] } },
  // The time is for busy machines: tests that import a module again wait until it is translated.
  test: { environment: "./vitest-page.js", include: ["src/**/*.test.ts"], unstubGlobals: true, testTimeout: 30_000 },
});
