// Node, but with modules compiled as for a browser: Svelte's effects do nothing in what it makes for servers.
export default { name: "page", viteEnvironment: "client", setup: () => ({ teardown: () => undefined }) };
