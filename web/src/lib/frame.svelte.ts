// What the frame around a page offers to the page: where its header is folded away, the page shows the header's buttons itself.

export const frame = $state({ settings: false });
